"""The one exception for a user's mistakes."""

import pickle

from pokerbot.errors import InputError


def test_the_message_begins_with_the_parameter_also_in_another_process():
    error = InputError("must be odd, not {4}", parameter="hands")
    for each in (error, pickle.loads(pickle.dumps(error))):
        assert str(each) == "hands must be odd, not {4}"
        assert each.parameter == "hands"
    assert (str(InputError("no")), InputError("no").parameter) == ("no", None)
