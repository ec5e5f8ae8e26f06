package dev.onceward.relay.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What a class under test says in the log at INFO and above, until this is closed.
public final class RelayLogOutput extends Handler implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;

    private RelayLogOutput(Logger logger) {
        this.logger = logger;
    }

    public static RelayLogOutput of(Class<?> speaker) {
        var logged = new RelayLogOutput(Logger.getLogger(speaker.getName()));
        logged.logger.addHandler(logged);
        logged.logger.setLevel(Level.INFO);
        return logged;
    }

    public List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getLevel() + " " + line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setLevel(null);
    }
}
