"""Long checks that are run by hand; the suite runs a short version of each.

python -m tests.scripts.hands           a million hands of each game beside the book
python -m tests.scripts.fairness        the deals, the bot's dice, hidden cards
python -m tests.scripts.values          139 games by the book's linear program, by lp and by CFR
python -m tests.scripts.openspiel       OpenSpiel as a peer, from the extra `bench`
python -m tests.scripts.playthroughs    writes the golden playthroughs anew
python -m tests.scripts.mutants         small faults in what computes, put in one by one
python -m tests.scripts.traps           the known faults of projects of this kind, put in one by one
"""
