"""The companion page and the command line. It knows no rule and reads no pixel."""
