package dev.onceward.bench.guard;

import java.util.List;

import dev.onceward.bench.run.JavaProcess;

/// A program with endpoints.
///
/// @param command the arguments after `java` and its flags
record GuardProgram(String name, List<String> command) {
    static final GuardProgram APPLICATION = new GuardProgram("application", List.of("-jar", JavaProcess.APPLICATION));
    /// The same application without Redis.
    static final GuardProgram APPLICATION_ON_POSTGRES = new GuardProgram("application-on-postgres",
            List.of("-Donceward.guard.store=postgres", "-jar", JavaProcess.APPLICATION));
    /// The same application, which always uses Redis, and whose replays come from there and not from its memory.
    static final GuardProgram APPLICATION_ON_REDIS = new GuardProgram("application-on-redis",
            List.of("-Donceward.guard.memory-for-answers=0", "-Donceward.guard.redis.min-duplicates=0", "-jar",
                    JavaProcess.APPLICATION));
    static final GuardProgram DBOS = new GuardProgram("dbos",
            List.of("-jar", "infra/bench/dbos/target/quarkus-app/quarkus-run.jar"));
}
