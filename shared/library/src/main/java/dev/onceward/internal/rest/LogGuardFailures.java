package dev.onceward.internal.rest;

import io.quarkus.logging.Log;

import dev.onceward.internal.pace.RepeatedFailures;

/// Logs when the guard of an operation begins to fail and when it works again, and not each request in between.
public final class LogGuardFailures {
    private final String operation;
    private final RepeatedFailures failures;

    public LogGuardFailures(String operation) {
        this(operation, new RepeatedFailures());
    }

    LogGuardFailures(String operation, RepeatedFailures failures) {
        this.operation = operation;
        this.failures = failures;
    }

    public void failed(Throwable failure) {
        if (failures.failed()) {
            Log.warnf("the guard fails, answering 503 operation=%s cause=%s", operation, failure.toString());
        } else {
            Log.debugf("the guard still fails operation=%s cause=%s", operation, failure.toString());
        }
    }

    public void succeeded() {
        if (failures.succeeded()) {
            Log.infof("the guard works again operation=%s", operation);
        }
    }
}
