package dev.onceward.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;

import dev.onceward.embedded.FunctionProcess;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The metrics of a function, as Prometheus reads them.
public final class PrometheusMetrics {
    private static final String TYPE = "# TYPE onceward_";
    private static final String HELP = "# HELP onceward_";

    private PrometheusMetrics() {}

    public static String text(FunctionProcess function) {
        var url = URI.create("http://localhost:" + function.managementPort() + "/q/metrics");
        try (var answer = url.toURL().openStream()) {
            return new String(answer.readAllBytes(), UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// @param series the name, with all labels
    /// @return 0 where the series does not exist
    public static double value(FunctionProcess function, String series) {
        return text(function).lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .sum();
    }

    /// The help text of each metric of Onceward, which is empty where it is missing.
    public static Map<String, String> helpTexts(FunctionProcess function) {
        var metrics = text(function);
        var texts = metrics.lines().filter(line -> line.startsWith(HELP))
                .map(line -> line.split(" ", 4))
                .collect(Collectors.toMap(words -> words[2], words -> words[3].strip()));
        return metrics.lines().filter(line -> line.startsWith(TYPE))
                .map(line -> line.split(" ", 4)[2])
                .distinct()
                .collect(Collectors.toMap(metric -> metric, metric -> texts.getOrDefault(metric, "")));
    }
}
