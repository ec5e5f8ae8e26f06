package dev.onceward.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What a class under test logs at INFO and above, until this is closed.
public final class LogOutput extends Handler implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;

    private LogOutput(Logger logger) {
        this.logger = logger;
    }

    public static LogOutput of(Class<?> type) {
        var output = new LogOutput(Logger.getLogger(type.getName()));
        output.logger.addHandler(output);
        output.logger.setLevel(Level.INFO);
        return output;
    }

    /// Each with its level in front of the message.
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
