"""The subcommands, a module each. They import what they need when they are run, so that each starts fast."""
