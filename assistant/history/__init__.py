"""The log: append-only records of what happened, and the only database code of the project."""
