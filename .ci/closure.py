"""Fails where describing an experiment reaches 20 source files of the lab or more, through the names that they use.

usage: closure.py [--list] [PROJECT]"""
import re
import sys
from pathlib import Path

START, LIMIT = "lab/experiment/src/main/scala/bottleneck/lab/Setup.scala", 20
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
    return {visible[name] for name in re.findall(r"\b[A-Z]\w*", body) if name in visible} - {path}


reached, waiting = set(), [ROOT / START]
while waiting:
    path = waiting.pop()
    if path not in reached:
        reached.add(path)
        waiting += uses(path)
print(f"describing an experiment reaches {len(reached)} files ({START}); fewer than {LIMIT} are allowed")
if "--list" in sys.argv or len(reached) >= LIMIT:
    print(*sorted(f"  {path.relative_to(ROOT)}" for path in reached), sep="\n")
sys.exit(len(reached) >= LIMIT)
