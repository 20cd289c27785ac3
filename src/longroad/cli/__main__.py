"""Lets `python -m longroad.cli` do what `longroad` does."""

import sys

from longroad.cli import main

sys.exit(main())
