"""Makes `python -m longroad` do what `longroad` does."""

import sys

from longroad.cli import main

if __name__ == "__main__":
    sys.exit(main())
