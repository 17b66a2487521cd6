"""What a module imports, read from its text: a browser that is told of it need not read one module to find the next."""

import re
from collections.abc import Iterable, Mapping

# Not what is imported later, by `import("…")`, nor the types that comments name so.
_IMPORT = re.compile(rb'^import (?:[^"(]* from )?"\./([^"]+)";$', re.MULTILINE)


def imported_with(entries: Iterable[str], files: Mapping[str, bytes]) -> list[str]:
    """`entries` (paths of `files`) and all the modules that they import, each once, those found first first."""
    found = list(dict.fromkeys(entries))
    for path in found:  # grows meanwhile
        imported = (name.decode() for name in _IMPORT.findall(files.get(path, b"")))
        found.extend(name for name in dict.fromkeys(imported) if name not in found)
    return found
