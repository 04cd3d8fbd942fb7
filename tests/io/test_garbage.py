"""What stays is not looked through for what can be thrown away, for as long as anyone asks."""

import gc

from pokerbot.io.garbage import not_looked_through


def test_it_is_left_out_until_the_last_who_asked_has_left():
    before = gc.get_freeze_count()
    first, second = not_looked_through(), not_looked_through()
    first.__enter__()
    second.__enter__()
    assert gc.get_freeze_count() > before
    first.__exit__(None, None, None)
    assert gc.get_freeze_count() > before
    second.__exit__(None, None, None)
    assert gc.get_freeze_count() <= before
