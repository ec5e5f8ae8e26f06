package dev.onceward.internal.rule;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.request.Request;

/// `date:report`: one event a day, with the key `report:2026-11-18` in UTC, for jobs that a scheduler may start twice.
/// The day is that of this machine's clock: a job that runs close to midnight should send a key of its own.
record DateRule(String prefix, Clock clock) implements KeyRule {

    @Override
    public ExtractedKey of(Request request) {
        return new Found(prefix + ':' + LocalDate.ofInstant(clock.instant(), java.time.ZoneOffset.UTC));
    }

    @Override
    public boolean accepts(String key) {
        return key.startsWith(prefix + ':') && day(key.substring(prefix.length() + 1));
    }

    private static boolean day(String text) {
        try {
            return LocalDate.parse(text).toString().equals(text);
        } catch (DateTimeException notOne) {
            return false;
        }
    }
}
