"""`python -m memoryrail_lint`."""

import sys

from memoryrail_lint.cli import main

sys.exit(main())
