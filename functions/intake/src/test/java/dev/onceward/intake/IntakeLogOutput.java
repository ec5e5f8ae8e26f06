package dev.onceward.intake;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What a class under test says in the log, until this is closed.
public final class IntakeLogOutput extends Handler {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;

    private IntakeLogOutput(Logger logger) {
        this.logger = logger;
    }

    public static IntakeLogOutput of(Class<?> speaker) {
        var logged = new IntakeLogOutput(Logger.getLogger(speaker.getName()));
        logged.logger.addHandler(logged);
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
    }
}
