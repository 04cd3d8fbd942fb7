"""Safe against unsafe where a best response is exact: the second round of no-limit Leduc again."""

import pytest

from tests.trials.resolving import exploitabilities


@pytest.mark.slow
def test_what_is_safe_costs_nothing_and_what_is_unsafe_can():
    """Of a poor blueprint all make something better; of a good one unsafe makes something worse."""
    poor = exploitabilities("leduc-nolimit:stack=3", 5, 60)
    assert poor["safe"] < poor["blueprint"]
    assert max(poor["unsafe"], poor["between"]) < poor["safe"]
    good = exploitabilities("leduc-nolimit:stack=3", 600, 150)
    assert good["safe"] < 2e-4
    assert good["unsafe"] > 5e-3
