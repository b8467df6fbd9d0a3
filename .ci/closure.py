"""Fails where an experiment reaches what judges or draws, or too many types of the project, by the class files.
usage: closure.py [--list] [PROJECT]   (compiled before: mvn test-compile)"""
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

BASES, LIMIT = ("bottleneck.lab.engine.Experiment", "bottleneck.lab.engine.ByTurns"), 246
JUDGING = re.compile(r"bottleneck\.lab\.(claims|report|figures\.checks)\.")
ROOT = Path(next((a for a in sys.argv[1:] if not a.startswith("--")), "."))

experiments = ROOT / "simulations/target/test-classes"
folders = [*ROOT.glob("lab/*/target/classes"), experiments]
uses = defaultdict(set)  # types by the type that names them, each with the classes nested in it
listing = subprocess.run(["jdeps", "-verbose:class", "-filter:none", *folders], capture_output=True, text=True, check=True)
for name, used in re.findall(r"^\s+(bottleneck\.[\w.]+)\S*\s+-> (bottleneck\.[\w.]+)", listing.stdout, re.M):
    uses[name].add(used)


def reached(name):
    found, waiting = {name}, [name]
    while waiting:
        new = uses[waiting.pop()] - found
        found |= new
        waiting += new
    return found


files = [path for path in experiments.glob("bottleneck/*/**/*.class") if "$" not in path.name]
headers = subprocess.run(["javap", *files], capture_output=True, text=True, check=True).stdout
parent = dict(re.findall(r"class (\S+) extends (\S+)", headers))


def is_experiment(name):
    return name in BASES or name in parent and is_experiment(parent[name])


closures = {name: reached(name) for name in parent if is_experiment(name)}
if not closures:
    sys.exit("no experiment is compiled: mvn test-compile")
largest = max(closures, key=lambda name: len(closures[name]))
judging = {of: name for name, types in closures.items() for of in types if JUDGING.match(of)}
print(f"{len(closures)} experiments reach {len(closures[largest]) - 1} types at most ({LIMIT} may be): {largest}")
print(*(f"{name} reaches {of}" for of, name in sorted(judging.items())), sep="\n", end="")
if "--list" in sys.argv:
    print(*sorted(closures[largest]), sep="\n")
sys.exit(len(closures[largest]) > LIMIT + 1 or len(judging) > 0)
