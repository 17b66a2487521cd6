"""What stops a command."""


class OperatorError(Exception):
    """Something that whoever runs the command can mend. The text is one line: what is wrong and what to do. It holds no
    secret."""
