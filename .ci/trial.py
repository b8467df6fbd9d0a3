#!/usr/bin/env python3
"""A line of docs/by-turns.jsonl for each compare.json: trial.py NAME FILE..."""
import json
import sys

for file in sys.argv[2:]:
    with open(file, encoding="utf-8") as text:
        comparison = json.load(text)
    ratios = {figure["name"]: figure["ratio"] for figure in comparison["figures"]}
    pairs = [
        [round(pair[side]["perSecond"], 1) for side in ("new", "old")]
        for of in comparison["rounds"]
        for pair in of["closed"]
    ]
    print(json.dumps({
        "trial": sys.argv[1],
        "endedAt": comparison["endedAt"],
        "seed": comparison["seed"],
        "throughput": ratios["throughput"],
        "cpu": ratios["CPU per request"],
        "pairs": pairs,
    }))
