package dev.onceward.brokers;

import java.util.Map;

import org.apache.qpid.server.SystemLauncher;
import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;

final class Qpid implements Rabbit {
    private final Port port = Port.free();
    private final Place place = Place.temporary("qpid");
    private @Nullable SystemLauncher broker;

    Qpid() {
        start();
    }

    @Override
    public int port() {
        return port.number();
    }

    @Override
    public void start() {
        if (broker != null) {
            return;
        }
        var starting = new SystemLauncher();
        try {
            starting.startup(Map.of("type", "Memory", "startupLoggedToSystemOut", false,
                    "initialConfigurationLocation", requireNonNull(Qpid.class.getResource("qpid.json")).toString(),
                    "context", Map.of("onceward.port", Integer.toString(port.number()),
                            "qpid.work_dir", place.path().toString())));
        } catch (Exception failed) {
            throw new CannotStart("Qpid", failed);
        }
        broker = starting;
    }

    @Override
    public void stop() {
        if (broker != null) {
            broker.shutdown();
            broker = null;
        }
    }

    @Override
    public void close() {
        stop();
        place.close();
    }
}
