"""Fails where describing an experiment, from Variant.scala on, reaches 20 files of the lab or more, or where a run
reaches verdicts or pages.
usage: closure.py [--list] [PROJECT]"""
import re
import sys
from pathlib import Path

FOLDER, LIMIT, JUDGING = "lab/experiment/src/main/scala/bottleneck/lab", 20, ("/explain/verdict/", "/explain/page/")
ROOT = Path(next((a for a in sys.argv[1:] if not a.startswith("--")), "."))
DEFINITION = r"^(?:private(?:\[\w+\])? )?(?:final )?(?:sealed )?(?:abstract )?(?:case )?(?:class|object|trait) (\w+)"
IMPORT = r"^import ([a-z.]+)\.(\{[^}]*\}|\w+)"

sources = {path: path.read_text() for path in ROOT.glob("lab/*/src/main/scala/**/*.scala")}
package = {path: text.split("\n", 1)[0].removeprefix("package ") for path, text in sources.items()}
defined = {(package[path], name): path for path, text in sources.items() for name in re.findall(DEFINITION, text, re.M)}


def uses(path):
    """Files of the names that this one uses, of its package or imported; comments do not count."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", sources[path], flags=re.S)
    visible = {name: file for (of, name), file in defined.items() if of == package[path]}
    for of, names in re.findall(IMPORT, text, re.M):
        named = re.findall(r"\w+", names)
        visible |= {name: file for (p, name), file in defined.items() if p == of and ("_" in named or name in named)}
    body = re.sub(r"^import .*$", "", text, flags=re.M)
    return {visible[name] for name in re.findall(r"\b[A-Z]\w*", body) if name in visible}


def reached(name):
    found, waiting = set(), [ROOT / FOLDER / name]
    while waiting:
        path = waiting.pop()
        waiting += uses(path) - found if path not in found else ()
        found.add(path)
    return sorted(str(path.relative_to(ROOT)) for path in found)


described, judging = reached("Variant.scala"), [path for path in reached("Run.scala") if any(part in path for part in JUDGING)]
print(f"describing an experiment reaches {len(described)} files (fewer than {LIMIT} may be), a run {len(judging)} that judge")
print(*(described if "--list" in sys.argv or len(described) >= LIMIT else ()), *judging, sep="\n", end="")
sys.exit(len(described) >= LIMIT or len(judging) > 0)
