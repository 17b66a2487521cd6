"""`python -m server`."""

import sys

from server.signals import leave_on_signals

leave_on_signals(orderly=sys.argv[1:2] in (["up"], ["serve"]))

from server.command_line import main  # noqa: E402 - loading takes its time: a signal may come meanwhile

sys.exit(main())
