package dev.onceward.internal.rest;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.testing.LogOutput;

import static org.assertj.core.api.Assertions.assertThat;

class LogGuardFailuresTest {

    @Test
    void an_outage_has_a_line_for_its_beginning_and_one_for_its_end() {
        var nanos = new AtomicLong();
        var failures = new LogGuardFailures("payment", new RepeatedFailures(nanos::get));
        try (var output = LogOutput.of(LogGuardFailures.class)) {
            failures.succeeded();
            failures.failed(new IllegalStateException("refused"));
            failures.succeeded();
            failures.failed(new IllegalStateException("refused"));
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            failures.succeeded();
            failures.succeeded();
            assertThat(output.lines()).containsExactly(
                    "WARN the guard fails, answering 503 operation=payment cause=java.lang.IllegalStateException: refused",
                    "INFO the guard works again operation=payment");
        }
    }
}
