"""The sub-commands of `tangzi`, a module each: HELP, add_arguments(parser), run(arguments) -> exit status."""
