package dev.onceward.intake;

import java.util.regex.Pattern;

import dev.onceward.embedded.FunctionProcess;

import static dev.onceward.intake.IntakeRequests.watching;

/// A figure as Prometheus would read it.
final class Metric {
    private Metric() {}

    static double of(FunctionProcess function, String series) {
        var line = Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE)
                .matcher(watching(function).get("/q/metrics").asString());
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }
}
