"""`python -m server`."""

import sys

from server.command_line import main

sys.exit(main())
