package dev.onceward.bench.intake;

import java.util.List;

/// A row of the table: what is sent, and to which program. The references know no key, so all that they get is new.
///
/// @param name what `--only` calls it
/// @param repeated how many of a hundred requests are repetitions
/// @param count how many requests are stored, in SQL; empty where none is
/// @param program what stands behind `java` and its flags
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
