"""The variants that run, and whether they answer alike."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import orjson

from bench.answer import require_equal
from bench.load import Target, ask
from bench.process import ServerProcess, running
from bench.rows import Rows
from bench.variant import Variant
from bench.workload import Workload


@dataclass(frozen=True, slots=True)
class Course:
    """What every variant runs on: the rows, and the secret of the tokens."""

    rows: Rows
    secret: str

    @contextmanager
    def process(self, variant: Variant, command: Sequence[str]) -> Iterator[ServerProcess]:
        """A process of `variant`, for the length of the block."""
        named = {"DATABASE_URL": self.rows.dsn, "DIRECTORY_JWT_SECRET": self.secret}
        with running(command, {**variant.environment, **named}) as process:
            yield process

    def target(self, variant: Variant, workload: Workload, process: ServerProcess) -> Target:
        """The request of a workload."""
        return variant.target(workload, process.port, self.secret, variant.content(workload, self.rows))


@dataclass(frozen=True, slots=True)
class Contestant:
    """A variant that runs: the process that answers each workload, and the request."""

    variant: Variant
    processes: Mapping[Workload, ServerProcess]
    targets: Mapping[Workload, Target]


@contextmanager
def contestants(course: Course, variants: Sequence[Variant]) -> Iterator[Sequence[Contestant]]:
    """The variants, started, for the length of the block. StartError."""
    with ExitStack() as stack:
        yield [_started(course, variant, stack) for variant in variants]


def _started(course: Course, variant: Variant, stack: ExitStack) -> Contestant:
    by_command = {
        command: stack.enter_context(course.process(variant, command))
        for command in dict.fromkeys(map(variant.command_for, Workload))
    }
    processes = {workload: by_command[variant.command_for(workload)] for workload in Workload}
    targets = {workload: course.target(variant, workload, process) for workload, process in processes.items()}
    return Contestant(variant, processes, targets)


def require_equal_answers(started: Sequence[Contestant]) -> None:
    """DifferentAnswersError unless all of them give the same answers now."""
    for workload in Workload:
        require_equal_bodies(workload, [(one.variant, ask(one.targets[workload])) for one in started])


def require_equal_bodies(workload: Workload, bodies: Sequence[tuple[Variant, bytes]]) -> None:
    """DifferentAnswersError unless the bodies say the same."""
    require_equal(workload, {variant.name: variant.answer(workload, orjson.loads(body)) for variant, body in bodies})
