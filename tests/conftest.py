"""What all tests rely on, however and wherever they are started."""

import signal

from hypothesis import settings

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.load_profile("same")

# A shell starts what it puts in the background with Ctrl-C ignored, and children take that over.
signal.signal(signal.SIGINT, signal.default_int_handler)
