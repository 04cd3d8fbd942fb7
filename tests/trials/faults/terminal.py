"""Faults of the terminal."""

from tests.trials.faults import Trap

PLAY, APP = "pokerbot/cli/commands/play.py", "pokerbot/tui/app.py"
LOBBY, TABLE = "pokerbot/tui/lobby/screen.py", "pokerbot/tui/table/screen.py"
SCREEN, READING = "pokerbot/tui/screen.py", "pokerbot/tui/popups/reading.py"
CARD = "pokerbot/tui/widgets/card.py"
COMMAND, LEAVE = "tests/tui/test_command.py", "tests/tui/test_lobby.py"
TEXT = f"{LEAVE}::test_text_from_files_is_neither_markup_nor_escape_codes"
DRAWN = "tests/tui/test_terminal.py"
KEYS = f"{DRAWN}::test_no_key_is_cut_off_at_40_columns"
SLOWLY = "tests/tui/test_reading.py"

TERMINAL = [
    Trap(
        "the alternate screen left on after SIGTERM or SIGHUP",
        "pokerbot/io/machine.py",
        '"SIGTERM", "SIGHUP", ',
        "",
        (f"{COMMAND}::test_colour_is_as_it_is_wished_and_a_signal_leaves_the_terminal_clean",),
    ),
    Trap(
        "Ctrl-C does not quit",
        "pokerbot/tui/frame/frame.py",
        '        Binding("ctrl+c", "interrupt", show=False, priority=True),\n',
        "",
        (
            f"{LEAVE}::test_leaving_by_q_and_by_ctrl_c",
            f"{COMMAND}::test_leaving_by_key_without_a_hand_tells_nothing",
        ),
    ),
    Trap(
        "it runs without a terminal and exits 0",
        PLAY,
        "if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):",
        "if False:",
        (f"{COMMAND}::test_without_a_terminal_it_says_so",),
    ),
    Trap(
        "`[/` in a string crashes a Static",
        LOBBY,
        'yield Static(id="about", markup=False)',
        'yield Static(id="about")',
        (TEXT,),
    ),
    Trap(
        "`[@click=…]` in a file becomes markup (in the title of the table)",
        TABLE,
        'return self.titled(f"{game.spec} against {printable(self.opponent.name)}")',
        'return Content.from_markup(printable(self.opponent.name).replace("[/]", ""))',
        (TEXT,),
    ),
    Trap(
        "`[@click=…]` in a file name becomes markup (while it is read)",
        READING,
        'yield Static(f"Reading {printable(self.opponent.name)} …", id="reading", markup=False)',
        'yield Static(f"Reading {printable(self.opponent.name)} …", id="reading")',
        (f"{SLOWLY}::test_the_screen_is_there_before_the_file_is_read",),
    ),
    Trap(
        "escape sequences in untrusted text reach the terminal (anywhere)",
        "pokerbot/io/files.py",
        'return "".join(char if char.isprintable() else "?" for char in text)',
        "return text",
        ("tests/strategy/test_storage.py::test_control_characters_are_stripped", TEXT),
    ),
    Trap(
        "escape sequences in untrusted text reach the terminal (a file name in the lobby)",
        "pokerbot/tui/lobby/rows.py",
        "else printable(self.path.stem)",
        "else self.path.stem",
        (TEXT,),
    ),
    Trap(
        "a thread that does not look whether it is cancelled keeps the app from quitting",
        SCREEN,
        "        thread.start()",
        "        self.run_worker(run, thread=True)",
        (f"{SLOWLY}::test_it_can_be_left_while_the_file_is_read",),
    ),
    Trap(
        "long NumPy work freezes the screen (the file is read before the screen is drawn)",
        SCREEN,
        "        thread.start()",
        "        run()",
        (f"{SLOWLY}::test_the_screen_is_there_before_the_file_is_read",),
    ),
    Trap(
        "long NumPy work freezes the screen (the judges are waited for)",
        TABLE,
        "self.beside(partial(self._measure, self.app.history), self._begin)",
        "self._begin(self._measure(self.app.history))",
        ("tests/tui/test_luck.py::test_play_does_not_wait_for_the_judges_and_they_catch_up",),
    ),
    Trap(
        "Ctrl-Q, Ctrl-S and Ctrl-J bound (to leave)",
        APP,
        'Binding("q", "quit", "Leave", id="app.quit"),',
        'Binding("ctrl+q", "quit", "Leave", id="app.quit"),',
        (f"{LEAVE}::test_leaving_by_q_and_by_ctrl_c",),
    ),
    Trap(
        "Ctrl-Q, Ctrl-S and Ctrl-J bound (for the seat)",
        LOBBY,
        'Binding("a", "seat", "Seat", id="lobby.seat"),',
        'Binding("ctrl+s", "seat", "Seat", id="lobby.seat"),',
        (f"{LEAVE}::test_the_seat_by_key_and_by_click",),
    ),
    Trap(
        "footers lose keys at 40 columns (all of them in one line)",
        "pokerbot/tui/widgets/keys.py",
        "if lines[-1] and used + length > width:",
        "if False:",
        (KEYS,),
    ),
    Trap(
        "footers lose keys at 40 columns (the way out among them)",
        "pokerbot/tui/widgets/keys.py",
        "self._last = list(found.values())",
        "self._last = list(found.values())[:-1]",
        (KEYS,),
    ),
    Trap(
        "suit glyphs that are missing or two cells wide",
        CARD,
        'PIPS = "◆◇▲■"',
        'PIPS = "🃏🂠🃟🃏"',
        (f"{DRAWN}::test_what_is_drawn_is_one_cell_wide_and_has_a_likeness_in_ascii",),
    ),
    Trap(
        "a chart widget that crashes under NO_COLOR (its colour is taken for a number)",
        "pokerbot/tui/widgets/chart.py",
        "        course = self.result_curve\n        if width",
        '        course, _ = self.result_curve, int(self.app.theme_variables["accent"][1:7], 16)\n'
        "        if width",
        ("tests/tui/test_table.py::test_no_color_draws_without_colour",),
    ),
    Trap(
        "the opponent's card shown after a fold",
        "pokerbot/play/view/view.py",
        "far_shown=hand.showdown",
        "far_shown=hand.over",
        ("tests/play/test_view.py::test_the_bots_card_stays_hidden_after_a_fold",),
    ),
]
