package dev.onceward.intake.cloudevents;

import java.util.Locale;
import java.util.function.Supplier;

import dev.onceward.intake.cloudevents.CloudEventsBody.Batch;
import dev.onceward.intake.cloudevents.CloudEventsBody.Single;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.body.Parsed;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.Parsed.Valid;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads the CloudEvents of a request in the mode of the HTTP binding that its media type selects.
public final class ReadCloudEvents {
    private static final String FAMILY = "application/cloudevents";

    private final int maxBatch;

    public ReadCloudEvents(int maxBatch) {
        this.maxBatch = maxBatch;
    }

    public boolean isBinary(Request request) {
        return !mediaType(request).startsWith(FAMILY);
    }

    public Parsed<CloudEventsBody> read(Request request) {
        return switch (mediaType(request)) {
            case BatchMode.MEDIA_TYPE -> parsed(() -> batch(request));
            case StructuredMode.MEDIA_TYPE -> new Valid<>(new Single(parsed(() -> StructuredMode.read(request))));
            case String other when other.startsWith(FAMILY) -> new Invalid<>(new Problem(ProblemType.MEDIA_TYPE,
                    "CloudEvents are accepted as " + StructuredMode.MEDIA_TYPE + ", as " + BatchMode.MEDIA_TYPE
                            + ", or in binary mode."));
            default -> new Valid<>(new Single(parsed(() -> BinaryMode.read(request))));
        };
    }

    private CloudEventsBody batch(Request request) {
        return new Batch(BatchMode.slices(request, maxBatch).stream()
                .map(slice -> parsed(() -> StructuredMode.read(slice)))
                .toList());
    }

    private static <T> Parsed<T> parsed(Supplier<T> read) {
        try {
            return new Valid<>(read.get());
        } catch (IllegalArgumentException refused) {
            return new Invalid<>(new Problem(ProblemType.MALFORMED, String.valueOf(refused.getMessage())));
        }
    }

    private static String mediaType(Request request) {
        var contentType = request.header("content-type");
        return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
