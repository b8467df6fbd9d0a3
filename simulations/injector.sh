#!/bin/sh
# Sends a share of a load, or merges the shares of all: in a container, or by hand from target/injector.
set -eu
home=$(cd "$(dirname "$0")" && pwd)

usage() {
  cat >&2 <<EOF
usage: injector.sh send|merge [-Dname=value ...]
  send   one of several injectors; the first warms the target up
  merge  waits until all have sent, and writes the result, the pages and Gatling's report to RESULTS/site;
         ends with 1 if one has not after PATIENCE seconds
environment:
  SIMULATION            class to run, such as bottleneck.mine.Orders
  INJECTORS             how many there are
  RESULTS               a folder that all share
  TARGET_URL            of the target (send)
  START                 instant at which all begin, such as 2026-11-25T14:00:00Z (send)
  JOB_COMPLETION_INDEX  which injector it is, from 0 (send); an indexed Job of Kubernetes sets it
  PATIENCE              seconds to wait for the shares (merge), 3600 if it is not set
EOF
  exit 1
}

needed() {
  for name in "$@"; do
    eval "[ -n \"\${$name:-}\" ]" || { echo "$name is not set." >&2; usage; }
  done
}

jvm() {
  exec java "@$home/generator.jvm" -cp "$home/classes:$home/lib/*" "$@"
}

send() {
  needed SIMULATION INJECTORS RESULTS TARGET_URL START JOB_COMPLETION_INDEX
  number=$((JOB_COMPLETION_INDEX + 1))
  mkdir -p "$RESULTS/$number"
  jvm -Dlab.project="$home" -Dlab.work="$RESULTS/$number/work" -Dlab.results="$RESULTS/$number" \
    -Dlab.service.jar=none -Dlab.service.classpath=none \
    -Dtarget.url="$TARGET_URL" -Dlab.injector="$number/$INJECTORS" -Dlab.start="$START" "$@" \
    io.gatling.app.Gatling --simulation "$SIMULATION" --results-folder "$RESULTS/$number"
}

# The record of a share is moved into its folder last.
missing() {
  for number in $(seq "$INJECTORS"); do
    ls "$RESULTS/$number"/*/run.json >/dev/null 2>&1 || printf '%s ' "$number"
  done
}

merge() {
  needed SIMULATION INJECTORS RESULTS
  left=${PATIENCE:-3600}
  while late=$(missing); [ -n "$late" ]; do
    [ "$left" -gt 0 ] || { echo "No share of these injectors is in $RESULTS: $late" >&2; exit 1; }
    left=$((left - 1))
    sleep 1
  done
  set --
  for record in "$RESULTS"/[0-9]*/*/run.json; do
    set -- "$@" "$(dirname "$record")"
  done
  merged=merged-$(echo "${SIMULATION##*.}" | tr '[:upper:]' '[:lower:]')
  (jvm bottleneck.lab.engine.MergeLogs "$@" "$RESULTS/site/$merged")
  (jvm bottleneck.lab.claims.BuildSite "$home/data" "$RESULTS/site")
  jvm io.gatling.app.Gatling --reports-only "$merged" --results-folder "$RESULTS/site"
}

case ${1:-} in
  send | merge) command=$1; shift; "$command" "$@" ;;
  *) usage ;;
esac
