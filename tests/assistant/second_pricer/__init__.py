"""A second pricer, written from the rules alone and apart from `assistant`: the check of the money.

It reads the lines of a recorded round as plain dicts and a rule set as a plain dict of dotted keys.
Nothing of `assistant` is imported here, so that a mistake there cannot be repeated by sharing code.
"""
