package dev.onceward.bench.intake;

import java.util.List;

/// A row of the table: which requests are sent to which program. The references do not deduplicate, so they get new
/// requests only.
///
/// @param name for `--only`
/// @param repeated how many of a hundred requests are repetitions
/// @param count the SQL that counts stored requests; empty if nothing is stored
/// @param program the arguments after `java` and its flags
record Scenario(String name, int repeated, String path, String count, List<String> program) {
    static final String INTAKE = "functions/intake/target/quarkus-app/quarkus-run.jar";
    static final Scenario NEW = intake("new", 0);
    private static final String YARDSTICKS = "infra/bench/yardsticks/target/quarkus-app/quarkus-run.jar";

    static final List<Scenario> ALL = List.of(NEW, intake("duplicate", 100), intake("mixed", 20),
            new Scenario("floor", 0, NEW.path, NEW.count,
                    List.of("-cp", System.getProperty("java.class.path"), BareServer.class.getName())),
            new Scenario("hibernate", 0, "/hibernate/bench", "SELECT count(*) FROM webhook",
                    List.of("-Dquarkus.hibernate-orm.active=true", "-jar", YARDSTICKS)),
            new Scenario("empty", 0, "/empty", "",
                    List.of("-Dquarkus.hibernate-orm.active=false", "-jar", YARDSTICKS)));

    private static Scenario intake(String name, int repeated) {
        return new Scenario(name, repeated, "/hooks/bench", "SELECT count(*) FROM onceward.event",
                List.of("-jar", INTAKE));
    }
}
