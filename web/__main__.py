"""`python -m web` is the command `tangzi`."""

from web.cli import main

raise SystemExit(main())
