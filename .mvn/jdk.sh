# shellcheck shell=bash
# Sourced by the scripts in the root. Puts a JDK 25 or newer on the PATH, or says what to install. `need_maven 8` does
# the same for Maven 3.8. A JRE, which has no javac, does not count.

is_jdk() {
    local major
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ "${major:-0}" -ge 25 ]
}

find_jdk() {
    local java home
    java=$(readlink -f "$(command -v java)" 2>/dev/null || true)
    java=${java%/bin/java}
    for home in "${JAVA_HOME:-}" "$java" "${java%/*}"/* /usr/lib/jvm/* \
        "${SDKMAN_DIR:-${HOME:-}/.sdkman}"/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if is_jdk "$home"; then
            echo "$home"
            return 0
        fi
    done
    echo "Onceward needs a JDK 25 or newer: install one, for example from https://adoptium.net, or point JAVA_HOME at it." >&2
    return 1
}

need_maven() {
    local found
    found=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\)\.\([0-9]*\).*/\1*100+\2/p' || true)
    if [ "$((found))" -lt "$((300 + $1))" ]; then
        echo "This needs Maven 3.$1 or newer: install it, for example from https://maven.apache.org." >&2
        return 1
    fi
}

JAVA_HOME=$(find_jdk) || exit 1
export JAVA_HOME PATH="$JAVA_HOME/bin:$PATH"
