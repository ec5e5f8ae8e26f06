package dev.onceward.embedded;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Starts a packaged function: the jar or the executable that the build made, with its settings.
public final class StartFunction {
    private final String packaged;
    private final Backends backends;
    private final List<String> jvm = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();

    private StartFunction(String packaged, Backends backends) {
        this.packaged = packaged;
        this.backends = backends;
    }

    /// The function listens on two free ports: one for senders, and one for health and metrics.
    ///
    /// @param packaged a jar or an executable
    public static StartFunction of(String packaged, Backends backends) {
        return new StartFunction(packaged, backends).with("quarkus.http.port", "0")
                .with("quarkus.http.host", "localhost")
                .with("quarkus.management.port", "0").with("quarkus.management.host", "localhost");
    }

    public StartFunction with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    public StartFunction withEnvironment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /// @param heap the most memory for objects, as in `256m`
    public StartFunction withHeap(String heap) {
        jvm.add("-Xmx" + heap);
        return this;
    }

    public FunctionProcess start() {
        var builder = new ProcessBuilder(command()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("ONCEWARD_") || name.startsWith("QUARKUS_"));
        builder.environment().put("ONCEWARD_POSTGRES_URL", backends.postgres().url());
        builder.environment().put("ONCEWARD_REDIS_URL", backends.redis().url());
        builder.environment().putAll(environment);
        try {
            return new FunctionProcess(builder.start());
        } catch (IOException failed) {
            throw new BackendNotStarted("The function can not be started", failed);
        }
    }

    /// The first process of a jar that ends by itself leaves an archive of its classes, and later ones start with it.
    private List<String> command() {
        var settings = properties.entrySet().stream().map(set -> "-D" + set.getKey() + "=" + set.getValue()).toList();
        var command = new ArrayList<String>();
        if (packaged.endsWith(".jar")) {
            command.add(System.getProperty("java.home") + "/bin/java");
            command.addAll(jvm);
            command.addAll(List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + packaged + ".jsa",
                    "-Xlog:cds*=off"));
            command.addAll(settings);
            command.addAll(List.of("-jar", packaged));
        } else {
            command.add(new File(packaged).getAbsolutePath());
            command.addAll(settings);
        }
        return command;
    }
}
