#!/usr/bin/env python3
"""Keeps one core busy for a random share of the time, which changes every 0.5 to 5 s: busy.py SEED SECONDS."""
import random
import sys
import time

chance = random.Random(int(sys.argv[1]))
end = time.monotonic() + float(sys.argv[2])
period = 0.02
while time.monotonic() < end:
    share = chance.random()
    until = min(end, time.monotonic() + chance.uniform(0.5, 5))
    while time.monotonic() < until:
        start = time.monotonic()
        while time.monotonic() - start < period * share:
            pass
        time.sleep(period * (1 - share))
