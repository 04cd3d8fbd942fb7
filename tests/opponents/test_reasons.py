"""Why: the numbers in the sentences account for what the evaluation says actions win."""

import re
from dataclasses import replace

import pytest

import pokerbot
from pokerbot.evaluation.opponent_range import OpponentRange, _kept, _ranks_named
from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.actions import LARGER
from pokerbot.games.betting import actions_to, legal_actions, start, successor
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.games.showdown import BestFive
from pokerbot.games.spot import Spot
from pokerbot.opponents.reasons import why
from pokerbot.play.view import amounts
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library, storage
from pokerbot.tui.widgets.verdict import decision_lines
from tests.play.tables import lopsided, uniform


def decisions(strategy, asked=lambda betting, action: True, reference=None):
    """Every decision there can be, judged by its every action, of those that are asked for."""
    game = strategy.game
    for seat, judge in enumerate(judges(strategy, reference)):
        for betting, board, _ in compile_game(game).trees[seat].decisions():
            actions = [each for each in legal_actions(game.rules, betting) if asked(betting, each)]
            for hand in range(len(game.rules.hands[seat])):
                if game.rules.alive(seat, hand, board):
                    for action in actions:
                        yield judge.judge(Spot(betting, board, hand), action)


@pytest.mark.parametrize("spec", ["kuhn", "leduc:raises=1", "von-neumann:hands=7"])
def test_the_shares_account_for_what_the_actions_win(spec):
    """Where a call ends the hand, and where a bet can only be called or folded to."""
    prices = pressures = 0
    for decision in decisions(lopsided(parse_game(spec))):
        sides = {each.action.kind: each for each in decision.outcomes}
        chips = {kind: decision.chips[each.action.name] for kind, each in sides.items()}
        if set(sides) == {"fold", "call"} and sides["call"].last:
            call = sides["call"]
            gain = call.wins * (call.pot + call.action.chips) - call.action.chips
            assert chips["call"] - chips["fold"] == pytest.approx(gain, abs=1e-9)
            assert (call.wins > call.needs) == (gain > 0)
            prices += 1
        if set(sides) == {"check", "bet"} and sides["check"].last:
            bet = sides["bet"]
            gain = bet.action.chips * (bet.pays.worse - bet.pays.better)
            gain += bet.pot * (bet.folds.better + bet.folds.equal / 2)
            assert chips["bet"] - chips["check"] == pytest.approx(gain, abs=1e-9)
            pressures += 1
    assert prices > 5
    assert pressures > 5


def test_a_raise_is_told_by_what_it_is_to():
    """In tables, reasons and remarks; files of this game have the chips that it puts in."""
    strategy, told = lopsided(parse_game("leduc-nolimit:stack=5")), 0
    sound = pokerbot.solve(strategy.game, iterations=50).strategy
    for decision in decisions(strategy, lambda betting, _: "r" in betting.histories[-1], sound):
        steps = re.findall(r"[a-z]\d*", re.split("[:/]", decision.infoset)[-1])
        front = sum(int(step[1:] or 0) for step in steps[-2::-2])
        named = {name: name.split() for name in decision.chips}
        named = {
            name: f"{kind} {int(*chips) + front}" if kind == "raise" and chips else name
            for name, (kind, *chips) in named.items()
        }
        headline, *lines = (str(line) for line in decision_lines(decision))
        assert headline.startswith(f"{named[decision.action]}: {decision.grade}")
        said = "\n".join([headline, *lines]).lower()
        assert {*re.findall(r"raise \d+", said)} <= {*named.values()}
        assert lines[0] == why(decision) or not why(decision)
        for name, chips in decision.as_told.chips.items():
            (other,) = (each for each in named if named[each] == name)
            assert chips == decision.chips[other]
        told += front > 0 and "raise" in said
    assert told > 20


def test_what_it_says_of_a_caller():
    """Kuhn: betty calls most bets with jacks, and with queens; nothing beats a king."""
    betty = storage.load(library.find("betty"))
    said = {(each.infoset, each.action): why(each) for each in decisions(betty)}
    came = {card: betty.infosets[f"{card}:"]["check"] for card in "JQ"}
    pays = sum(came[card] * betty.infosets[f"{card}:kb"]["call"] for card in "JQ")
    share = f"{100 * pays / sum(came.values()):.0f}%"
    more = amounts.chips(pays / sum(came.values()), 2)
    reason = f"Bet wins {more} more than check. If you bet, in {share} of cases a worse hand pays,"
    reason += " and none beats you."
    assert said["K:k", "check"] == said["K:k", "bet"] == reason
    bluffs, values = (betty.infosets[f"{card}:k"]["bet"] for card in "JK")
    wins, loses = (f"{100 * each / (bluffs + values):.0f}%" for each in (bluffs, values))
    more = amounts.chips(4 * bluffs / (bluffs + values) - 1, 2)
    assert said["Q:kb", "fold"] == (
        f"Call wins {more} more than fold. To call 1 for a pot of 3 you must win 25% of the time;"
        f" you win {wins}. You beat J ({wins}), lose to K ({loses})."
    )
    assert said["J:b", "call"].endswith("; you never win. You lose to K (100%).")
    assert said["K:b", "call"].endswith("; you always win. You beat J (100%).")


def test_shares_that_would_read_alike_have_a_decimal():
    """Kuhn: jacks bluff just oftener than a call needs; queens fold to just as many bluffs."""
    changed = {
        "J:k": {"check": 0.661, "bet": 0.339}, "K:k": {"check": 0, "bet": 1},
        "Q:b": {"fold": 0.668, "call": 0.332}, "K:b": {"fold": 0, "call": 1},
    }  # fmt: skip
    kurt = storage.load(library.find("kurt"))
    played = replace(kurt, infosets=kurt.infosets | changed)
    said = {(each.infoset, each.action): why(each) for each in decisions(played)}
    assert (
        "you must win 25.0% of the time; you win 25.3%. You beat J (25%), lose to K (75%)."
        in said["Q:kb", "call"]
    )
    assert (
        "33.4% of the hands that beat you fold; a bluff of 1 for a pot of 2 needs 33.3%."
        in said["J:", "bet"]
    )


@pytest.mark.slow
def test_it_says_how_often_an_equal_hand_folds_to_a_bet_for_value():
    """Leduc: kings on a jack, after paula has bet before the flop."""
    paula = storage.load(library.find("paula"))
    (said,) = (why(each) for each in decisions(paula)
               if (each.infoset, each.action) == ("K/J:kbc/", "bet"))  # fmt: skip
    came = {
        card: left * paula.infosets[f"{card}:k"]["bet"]
        for card, left in zip("JQK", (1, 2, 1), strict=True)
    }
    folds = came["K"] * paula.infosets["K/J:kbc/b"]["fold"] / sum(came.values())
    assert (
        f"If you bet, no worse hand pays; in {folds:.0%} an equal one folds; and none beats you."
        in said
    )


def test_a_share_is_one_of_all_cases():
    """Kuhn: felix bets half of his kings after a check; half of the time, he holds one."""
    felix = storage.load(library.find("felix"))
    said = {(each.infoset, each.action): why(each) for each in decisions(felix)}
    assert felix.infosets["K:k"]["bet"] == pytest.approx(0.5, abs=0.01)
    assert (
        "If you check, no worse hand bets, but in 25% of cases a better one (K). "
        in (said["Q:", "check"])
    )
    assert "If you check, in 25% of cases a better hand bets (K)." in said["J:", "check"]


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize("who", ["leduc", "leduc-nolimit:stack=4", "clara", "lea"])
def test_a_reason_compares_what_was_done_with_what_is_best_or_next_best(who):
    """Over all decisions: it names no third action, and says rightly which wins more."""
    drawn = who.startswith("leduc")
    strategy = lopsided(parse_game(who)) if drawn else storage.load(library.find(who))
    compared = ties = 0
    for decision in decisions(strategy):
        chips, taken = decision.chips, decision.action
        if not (said := why(decision)):
            continue
        first, *rest = said.removesuffix(".").split(". ")
        last = decision.round + 1 == len(strategy.game.rules.rounds)
        assert "none beats you" not in said or ("none beats you so far" in said) != last
        if "the same here" in first:
            one, other = re.sub(" win (nearly )?the same here", "", first).lower().split(" and ")
            assert abs(chips[one] - chips[other]) < (decision.least if "nearly" in first else 0.005)
            ties += 1
        else:
            one, more, other = re.fullmatch("(.*) wins (.*) more than (.*)", first.lower()).groups()
            assert chips[one] - chips[other] >= decision.least
            decimals = amounts.places(float(more))
            assert chips[one] - chips[other] == pytest.approx(float(more), abs=0.501 / 10**decimals)
            compared += 1
        (rival,) = {one, other} - {taken}
        kinds = {name: name.partition(" ")[0] for name in chips}
        others = [worth for name, worth in chips.items() if kinds[name] != kinds[taken]]
        faulty = decision.loss >= decision.least
        best = max(chips.values()) if faulty else max(others)
        assert chips[rival] == pytest.approx(best, abs=0.05 * decision.least)
        for sentence in rest:
            if named := re.match("If you ([a-z]+( [0-9]+)?),", sentence):
                assert named[1] in (one, other)
            elif sentence.startswith("To call"):
                assert "call" in (one, other)
        if odds := re.search("must win ([0-9.]+)% .* win ([0-9.]+)% if no one bets again", said):
            spare, more = float(odds[2]) - float(odds[1]), chips["call"] - chips["fold"]
            assert ("makes up for it" in said) == (spare < 0 and more >= 0.005)
            assert ("costs more" in said) == (spare > 0 and more <= -0.005)
    assert compared > 200
    assert ties > 50 or drawn


@pytest.mark.parametrize("unit", ["0.2", "0.05", "0.02", "0.01", "0.001"])
def test_where_chips_are_small_reasons_and_tables_tell_what_they_tell_of_whole_ones(unit):
    """The same play for other stakes: what is won scales, to a hundredth of the ante."""
    one, small = (lopsided(parse_game(f"kuhn:ante={ante},bet={ante}")) for ante in ("1", unit))
    assert one.infosets == small.infosets
    faults = 0
    for whole, part in zip(decisions(one), decisions(small), strict=True):
        assert (whole.action, whole.grade) == (part.action, part.grade)
        (first, *_), (second, *_) = (why(each).split(". ") for each in (whole, part))
        assert re.sub("[0-9.]+", "", first) == re.sub("[0-9.]+", "", second)
        told = [re.findall("[0-9.]+", each) for each in (first, second)]
        for large, little in zip(*told, strict=True):
            assert float(little.strip(".")) / float(unit) == pytest.approx(
                float(large.strip(".")), abs=0.0151
            )
        for line in [*decision_lines(part)][-len(part.chips) :]:
            name, won, lost, _ = line.plain.removeprefix("▶").split()
            worth = part.chips[name]
            assert float(won.replace("−", "-")) == pytest.approx(worth, abs=0.0101 * float(unit))
            loss = max(part.chips.values()) - worth
            assert float(lost) == pytest.approx(loss, abs=0.0101 * float(unit))
        faults += part.grade in ("blunder", "mistake", "inaccuracy")
    assert faults > 5


@pytest.mark.slow
def test_where_the_odds_alone_say_the_other_thing_later_betting_is_named():
    """A jack faces clara's bet; and what would be said if a call at good odds lost chips."""
    judged = [
        each for each in decisions(storage.load(library.find("clara"))) if len(each.chips) > 1
    ]
    jack = next(each for each in judged if each.infoset == "J:b" and "To call" in why(each))
    assert why(jack).endswith("you win 27% if no one bets again; later betting makes up for it.")
    odds = "must win ([0-9.]+)% of the time; you win ([0-9.]+)% if no one bets again[.]"
    found = [(each, re.search(odds, why(each))) for each in judged]
    fine = next(each for each, told in found if told and float(told[2]) > float(told[1]))
    worse = replace(fine, chips={**fine.chips, "fold": fine.chips["call"] + 1})
    assert "if no one bets again; later betting costs more than that." in why(worse)


def holdings(strategy, seat, seen):
    """How often the opponent holds which card at an information set: by every card's own play."""
    game, rules = strategy.game, strategy.game.rules
    betting, card, board = seen.betting, seen.hand, seen.board
    weights = {}
    for other, cards in enumerate(rules.hands[1 - seat]):
        dealt = (*rules.hands[seat][card], *cards, *rules.boards.cards[board])
        p, at = float(rules.deck.ways(*dealt)), start(rules)
        for action in actions_to(rules, betting):
            if at.player != seat:
                shown = rules.boards.at(board, rules.street(at.round))
                p *= strategy.infosets[game.key(Spot(at, shown, other))][action.name]
            at = successor(rules, at, action)
        weights[other] = p
    total = sum(weights.values())
    return {other: p / total for other, p in weights.items() if p} if total else {}


@pytest.mark.parametrize("name", ["clara", "bruno", "betty"])
def test_what_a_call_beats_and_what_beats_it_have_their_shares(name):
    """A hand that beats the player's was not among those that stood for what decides."""
    strategy = storage.load(library.find(name))
    game, rules = strategy.game, strategy.game.rules
    several = 0
    for seat, judge in enumerate(judges(strategy)):
        for betting, board, _ in compile_game(game).trees[seat].decisions():
            for call in (each for each in legal_actions(rules, betting) if each.kind == "call"):
                if not successor(rules, betting, call).over:
                    continue
                for card in range(rules.deck.ranks):
                    if not rules.alive(seat, card, board):
                        continue
                    said = why(judge.judge(Spot(betting, board, card), call))
                    held = holdings(strategy, seat, Spot(betting, board, card))
                    told = {"beat": {}, "split with": {}, "lose to": {}}
                    for other, p in held.items():
                        mine, its = (rules.strength(0, each, board) for each in (card, other))
                        verb = "beat" if mine > its else "lose to" if mine < its else "split with"
                        if p >= 0.005:
                            told[verb][rules.deck.label(other)] = f"{int(100 * p + 0.5 + 1e-9)}%"
                    for verb, names in told.items():
                        there = re.search(f"{verb} ((?:[A-Z] .[0-9]+%.(?:, | and )?)+)", said)
                        shares = re.findall(r"(\w) \((\d+%)\)", there[1] if there else "")
                        assert dict(shares) == names
                        several += len(names) > 1
    assert several > (0 if game.name == "kuhn" else 20)


def test_hands_of_two_cards_are_named_by_their_ranks():
    """In a game of one's own, as one says them, from the lowest to the highest."""
    deck, rounds = Deck(3, 2, told_apart=True), (Round(Limit((1,))),)
    strategy = lopsided(Game("two", (), Rules(deck, 1, rounds, private=2)))
    game, rules = strategy.game, strategy.game.rules
    named = set()
    for seat, judge in enumerate(judges(strategy)):
        for betting, board, _ in compile_game(game).trees[seat].decisions():
            for call in (each for each in legal_actions(rules, betting) if each.kind == "call"):
                for hand in range(len(rules.hands[seat])):
                    said = why(judge.judge(Spot(betting, board, hand), call))
                    shares = dict(re.findall(r"\b([AKQ]{2}) \((\d+)%\)", said))
                    expected = dict.fromkeys(shares, 0.0)
                    for other, p in holdings(strategy, seat, Spot(betting, board, hand)).items():
                        ranks = rules.hands[1 - seat].name(other)[::2]
                        assert p < 0.005 or ranks in shares or re.search(r"[AKQ]{2} to ", said)
                        expected[ranks] = expected.get(ranks, 0.0) + 100 * p
                    assert all(abs(expected[each] - float(shares[each])) <= 0.51 for each in shares)
                    named |= {*shares}
    assert named == {"QQ", "KQ", "KK", "AQ", "AK", "AA"}


@pytest.mark.slow
def test_what_an_all_in_call_beats_may_change_with_the_public_card():
    """A jack on the board beats the queen that beat it, and so does each card with its pair."""
    carlo, seen = storage.load(library.find("carlo")), 0
    for decision in decisions(carlo, _is_a_call_before_the_public_card):
        if not (decision.outcomes and decision.outcomes[0].last):
            continue
        held = holdings(carlo, *_at(carlo.game, decision.infoset))
        own = "JQK".index(decision.infoset[0])
        wins = sum(p * _wins_all_in(own, other) for other, p in held.items())
        assert decision.outcomes[0].wins == pytest.approx(wins, abs=1e-9)
        said = why(decision)
        assert "So far you " in said
        assert "You beat" not in said
        assert "You lose" not in said
        seen += 1
    assert seen > 10


def _is_a_call_before_the_public_card(betting, action):
    return len(betting.histories) == 1 and action.kind == "call"


def _at(game, key):
    spot = game.spot(key)
    return spot.player, spot


def _wins_all_in(own, other):
    """How often a card wins against another one, over the four cards that may be turned up."""
    deck = [0, 0, 1, 1, 2, 2]
    deck.remove(own)
    deck.remove(other)
    scores = [
        ((card == own, own) > (card == other, other))
        + ((card == own, own) == (card == other, other)) / 2
        for card in deck
    ]
    return sum(scores) / len(scores)


BLUFF = re.compile(
    r"(?:(?:it folds )?([\d.]+)% of the (?:time|hands that beat you fold)|never folds|none of .*?);"
    r" (?:beside a call this is )?a bluff of (\d+) for a pot of (\d+)(?: less \d+ of rake)?,?"
    r"(?: which)? needs ([\d.]+)%"
)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lea", "bruno", "leduc-gxfp"])
def test_a_bluff_wins_more_where_as_many_fold_as_it_needs(name):
    """It said of a raise that won 3.64 more than a call: 33% fold, and 36% are needed."""
    told = dict.fromkeys(("fold", "check", "call"), 0)
    for decision in decisions(storage.load(library.find(name))):
        sides = {each.action.kind: each for each in decision.outcomes}
        said = BLUFF.search(why(decision))
        if said:
            (bluff,) = (each.action for kind, each in sides.items() if kind in LARGER)
            (other,) = (each.action for kind, each in sides.items() if kind not in LARGER)
            folds, needs = (float(share or 0) for share in said.group(1, 4))
            chips, pot = int(said[2]), int(said[3])
            spent = other.chips if other.kind == "call" else 0
            assert (chips, pot) == (bluff.chips - spent, sides[bluff.kind].pot + spent)
            assert needs == pytest.approx(100 * chips / (chips + pot), abs=0.501)
            more = decision.chips[bluff.name] - decision.chips[other.name]
            assert abs(folds - needs) < 0.5 or (folds > needs) == (more > 0)
            told[other.kind] += 1
    assert min(told.values()) > 4


PRICE = re.compile(
    r"To call 10 for a pot of 30 less 7 of rake"
    r" you must win ([\d.]+)% of the time; you win ([\d.]+)%"
)
RAKED = {
    "board": "2s3h4d 6c 7c", "pot": 20, "stack": 10, "tree.rake": 0.2, "tree.rake_cap": 7,
    "oop.range": "AA,QQ,JJ,T9s", "ip.range": "KK,99:0.5,88,98s", "oop.river.bet": "a",
    "ip.river.bet": "a",
}  # fmt: skip


@pytest.mark.slow
def test_with_a_rake_a_call_must_win_more_and_a_bluff_needs_more_folds():
    """A cap of 7 of the 40 that a call makes; a fifth of the 20 that a fold leaves."""
    calls = bluffs = 0
    for decision in decisions(lopsided(make_game("holdem", RAKED))):
        said = why(decision)
        if price := PRICE.search(said):
            needs, wins = (float(each) for each in price.groups())
            assert needs == pytest.approx(100 * 10 / (40 - 7), abs=0.5)
            more = decision.chips["call"] - decision.chips["fold"]
            assert abs(wins - needs) < 1 or (wins > needs) == (more > 0)
            calls += 1
        if bluff := BLUFF.search(said):
            folds, needs = (float(share or 0) for share in bluff.group(1, 4))
            assert "a bluff of 10 for a pot of 20 less 4 of rake" in said
            assert needs == pytest.approx(100 * 10 / (10 + 20 - 4), abs=0.5)
            more = decision.chips["bet 10"] - decision.chips["check"]
            assert abs(folds - needs) < 1 or (folds > needs) == (more > 0)
            bluffs += 1
    assert min(calls, bluffs) > 4


def test_out_of_position_a_bluff_is_not_said_to_need_folds():
    """It was: 38% fold, 43% are needed, of a bet that won 10 chips more than a check."""
    strategy = storage.load(library.find("3bet-dry-river-dcfr"))
    game = strategy.game
    hand = game.rules.hands[0].find("Kc9c")
    judge, spot = judges(strategy)[0], Spot(start(game.rules), 0, hand)
    bet = next(each for each in legal_actions(game.rules, spot.betting) if each.name == "bet 300")
    said = why(judge.judge(spot, bet))
    assert "If you bet 300, 38% of the hands that beat you fold." in said


def test_many_hands_are_named_by_runs(tmp_path):
    """One who bets the four lowest and the three highest of twelve: a call with the middle one."""
    game = parse_game("kuhn:cards=12")
    bets = {f"{card}:k": {"check": 0.0, "bet": 1.0} for card in (1, 2, 3, 4, 10, 11, 12)}
    rest = {f"{card}:k": {"check": 1.0, "bet": 0.0} for card in (5, 6, 7, 8, 9)}
    plays = replace(lopsided(game), infosets={**lopsided(game).infosets, **bets, **rest})
    said = {(each.infoset, each.action): why(each) for each in decisions(plays)}
    assert "You beat 1 to 4 (57%), lose to 10 (14%), 11 (14%) and 12 (14%)." in said["7:kb", "call"]
    assert "You beat 1 (17%), 2 (17%) and 3 (17%), lose to" not in said["7:kb", "call"]


def test_it_says_which_hands_the_own_cards_rule_out():
    """The ace of spades is in half of all aces, the king in 3 of 12 unsuited kings and queens."""
    given = {"board": "2s3h4d 6c 8c", "pot": 20, "stack": 20, "oop.range": "AA,KQo"}
    given |= {"ip.range": "AsKs", "oop.river.bet": "a", "ip.river.bet": "a"}
    plays = uniform(make_game("holdem", given))
    answers = {
        key: {"fold": float("Q" in key), "call": float("Q" not in key)}
        for key, chances in plays.infosets.items()
        if key.endswith(":kb20") and "fold" in chances
    }
    changed = replace(plays, infosets=plays.infosets | answers)
    said = {(each.infoset, each.action): why(each) for each in decisions(changed)}
    rule_out = "Your cards rule out 50% of {}, 25% of {}."
    assert said["AsKs:b20", "call"].endswith(rule_out.format("its better hands", "its worse ones"))
    assert said["AsKs:k", "bet 20"].endswith(rule_out.format("what would pay", "what would fold"))


def test_rare_hands_are_called_others():
    """Rare beside the most frequent one, however many cards there are; and after the third kind."""
    alike = dict.fromkeys(range(1000), 0.001)
    assert _ranks_named(alike, str) == (("0 to 999", pytest.approx(1)),)
    apart = dict.fromkeys((1, 2, 3, 5, 8, 9), 1 / 6)
    runs = (("1 to 3", 1 / 2), ("5", 1 / 6), ("8 to 9", 1 / 3))
    assert _ranks_named(apart, str) == tuple((name, pytest.approx(share)) for name, share in runs)
    rare = {3: 0.9} | dict.fromkeys(range(10, 60), 0.002)
    assert _ranks_named(rare, str) == (("3", 0.9), ("others", pytest.approx(0.1)))
    kinds = [("high card", 0.1), ("a pair", 0.4), ("two pair", 0.3), ("a flush", 0.2)]
    assert _kept(kinds) == (*kinds[1:], ("others", pytest.approx(0.1)))


def test_a_place_where_the_opponent_lets_no_one_come_has_no_reason():
    """Kuhn: one who never bets."""
    never = lopsided(parse_game("kuhn"))
    passive = {
        key: {"check": 1.0, "bet": 0.0} if "bet" in chances else chances
        for key, chances in never.infosets.items()
    }
    shy = replace(never, infosets=passive)
    reasons = {each.infoset: why(each) for each in decisions(shy)}
    assert {key for key, reason in reasons.items() if not reason} == {
        f"{card}:{line}" for card in "JQK" for line in ("kb", "b")
    }


@pytest.mark.parametrize(
    ("bets", "said"),
    [
        ({"J": 0.5, "K": 0}, "in 25% of cases a worse hand bets, and no better one"),
        ({"J": 0.4, "K": 1}, "in 20% of cases a worse hand bets, in 50% a better one (K)"),
        ({"J": 0, "K": 0.5}, "no worse hand bets, but in 25% of cases a better one (K)"),
    ],
)
def test_worse_and_better_hands_are_told_apart(bets, said):
    """Kuhn: who opens with a queen meets a jack in half of the cases, else a king; both call."""
    kurt = storage.load(library.find("kurt"))
    changed = {f"{card}:k": {"check": 1 - bet, "bet": bet} for card, bet in bets.items()}
    changed |= {f"{card}:b": {"fold": 0, "call": 1} for card in "JK"}
    played = replace(kurt, infosets=kurt.infosets | changed)
    (found,) = (
        why(each) for each in decisions(played) if (each.infoset, each.action) == ("Q:", "check")
    )
    assert f"If you check, {said}." in found
    assert "If you bet, in 50% of cases a worse hand pays, in 50% a better one (K)." in found


def test_hands_are_ranked_once_for_all_that_a_decision_meets(monkeypatch):
    """Once by their strengths, and once for the names of their kinds."""
    strategy = storage.load(library.find("3bet-dry-river-dcfr"))
    rules = strategy.game.rules
    faced = OpponentRange(strategy, Spot(start(rules), 0, 0))
    _ = faced.ahead()  # which other tests may have asked for, and is kept
    rank, ranked = BestFive.strengths, []
    monkeypatch.setattr(
        BestFive, "strengths", lambda *given: ranked.append(len(given[2])) or rank(*given)
    )
    met = [faced.outcome(each) for each in legal_actions(rules, start(rules))]
    assert len(met) > 1
    assert ranked.count(len(rules.hands[1])) == 2
    assert all(sum(each.holds) == pytest.approx(1) for each in met)
