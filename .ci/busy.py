#!/usr/bin/env python3
"""Keeps a random share of one core busy, another one every few seconds: busy.py SEED SECONDS."""
import random
import sys
import time

chance = random.Random(int(sys.argv[1]))
end = time.monotonic() + float(sys.argv[2])
period = 0.02
while time.monotonic() < end:
    share = chance.random()
    until = time.monotonic() + chance.uniform(0.5, 5)
    while time.monotonic() < until:
        start = time.monotonic()
        while time.monotonic() - start < period * share:
            pass
        time.sleep(period * (1 - share))
