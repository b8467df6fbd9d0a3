#!/bin/sh
# Looks at the command line of the Maven that runs this, before anything is compiled.
#
#   command.sh check   refuses an unknown simulation or property in a sentence
#   command.sh help    says what can be asked, and the properties that a user sets
set -eu
cd "$(dirname "$0")/.."
page=docs/reference/properties.md

# The arguments of Maven, one a line.
arguments() {
  if [ -r "/proc/$PPID/cmdline" ]; then tr '\0' '\n' <"/proc/$PPID/cmdline"
  else ps -ww -o args= -p "$PPID" 2>/dev/null | tr ' ' '\n'; fi
}

# Name and value of each -Dname=value.
properties() { arguments | sed -n 's/^-D\([^=]\{1,\}\)=\{0,1\}\(.*\)$/\1 \2/p'; }

# Full names of the classes that may be simulations.
classes() {
  find simulations/src/test lab/*/src/main -name '*.scala' -o -name '*.java' | tr '\n' '\0' | xargs -0 awk '
    /^package / { package = $2; sub(/;.*/, "", package) }
    /^((public|final) )*class / { sub(/.*class +/, ""); sub(/[^A-Za-z0-9_].*/, ""); print package "." $0 }'
}

refuse() {
  echo "[ERROR] $1" >&2
  exit 1
}

check() {
  names=" $(sed -n 's/^| `\([^`]*\)` |.*/\1/p' $page | tr '\n' ' ') help "
  arguments | grep -qx 'gatling:test' && isRun=true || isRun=false
  properties | while read -r name value; do
    case $name in
      gatling.simulationClass)
        class=${value##*.}
        folder=$(echo "${value%.*}" | tr . /)
        [ -n "$class" ] && cat simulations/src/test/scala/"$folder"/*.scala lab/*/src/main/scala/"$folder"/*.scala 2>/dev/null |
          grep -qE "^(final )?class +$class([^A-Za-z0-9_]|\$)" ||
          refuse "-D$name=$value is no simulation: give a full class name such as bottleneck.tuning.OneInstance, or patterns with -Dgatling.includes=."
        continue
        ;;
      gatling.includes)
        patterns=$(echo "$value" | sed -e 's/[[:space:]]//g' -e 's/\./\\./g' -e 's/\*/.*/g' -e 's/,/|/g')
        [ -z "$value" ] || classes | grep -xE "$patterns" >/dev/null ||
          refuse "-D$name=$value matches no simulation: docs/reference/experiments.md lists them."
        continue
        ;;
      lab.* | service.* | against.* | target.* | ask.*) ;;
      # Maven's and Java's own
      *.* | skip* | socksProxy*) continue ;;
      *) $isRun || continue ;;
    esac
    case $names in *" $name "*) ;; *) refuse "-D$name is no property of Bottleneck: mvn gatling:test -Dhelp lists them." ;; esac
  done
}

help() {
  cat <<'END'
Bottleneck says which resource limits a service, at how many requests per second, and how sure that is.

replay    mvn gatling:test
          mvn gatling:test -Dgatling.includes='bottleneck.tuning.PublishedIndex,bottleneck.tuning.KeysetIndex'
ask       mvn gatling:test -Dservice.jar=app.jar -Dask='GET /owners?lastName='
compare   mvn gatling:test -Dservice.jar=new.jar -Dagainst.jar=old.jar -Dask='GET /owners?lastName='
explain   mvn -q package -pl lab/command -am -DskipTests
          java -jar lab/command/target/bottleneck.jar explain FOLDER

Properties, as -Dname=value:
END
  # what the lab sets itself comes last
  sed -e '/^## Set by/q' -e 's/\[\([^]]*\)\]([^)]*)/\1/g' -e 's/`//g' $page | awk -F' [|] ' '
    /^## / && !/^## Set by/ { print "\n" substr($0, 4) }
    /^[|] [a-z]/ && !/^[|] property/ {
      sub(/^[|] /, ""); sub(/ [|]$/, "")
      printf "  %-24s  %s%s\n", $1, $NF, NF == 3 && $2 != "–" ? "; else " $2 : ""
    }'
}

case ${1-} in
  check | help) "$1" ;;
  *) refuse "command.sh knows check and help, not '${1-}'." ;;
esac
