package dev.onceward.intake;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How the packaged function is started: its settings, and the jar or the executable that the build made.
final class Launch {
    private static final String PACKAGED = System.getProperty("function", "target/quarkus-app/quarkus-run.jar");
    private static final List<String> QUICK_JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Map<String, String> properties = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();

    /// With a source for each thing a source can be told.
    static Launch withSources() {
        return bare().with("quarkus.config.locations",
                new File("src/test/resources/intake.properties").toURI().toString());
    }

    /// With no sources at all.
    static Launch bare() {
        return new Launch().with("quarkus.http.port", "0").with("quarkus.http.host", "localhost");
    }

    Launch with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    Launch withEnvironment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Function start() {
        var builder = new ProcessBuilder(command()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("ONCEWARD_") || name.startsWith("QUARKUS_"));
        builder.environment().put("ONCEWARD_POSTGRES_URL", Servers.postgres().url());
        builder.environment().put("ONCEWARD_REDIS_URL", Servers.redis().url());
        builder.environment().putAll(environment);
        try {
            return new Function(builder.start());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private List<String> command() {
        var settings = properties.entrySet().stream().map(set -> "-D" + set.getKey() + "=" + set.getValue()).toList();
        var command = new ArrayList<String>();
        if (PACKAGED.endsWith(".jar")) {
            command.add(System.getProperty("java.home") + "/bin/java");
            command.addAll(QUICK_JVM);
            command.addAll(settings);
            command.addAll(List.of("-jar", PACKAGED));
        } else {
            command.add(new File(PACKAGED).getAbsolutePath());
            command.addAll(settings);
        }
        return command;
    }
}
