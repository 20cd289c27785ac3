"""Lets `python -m longroad` do what `longroad` does."""

import sys

from longroad.cli import main

sys.exit(main())
