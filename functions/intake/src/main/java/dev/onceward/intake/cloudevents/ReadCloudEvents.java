package dev.onceward.intake.cloudevents;

import java.util.Locale;
import java.util.function.Supplier;

import dev.onceward.intake.cloudevents.CloudEventsBody.Batch;
import dev.onceward.intake.cloudevents.CloudEventsBody.BatchItem;
import dev.onceward.intake.cloudevents.CloudEventsBody.BatchItem.InvalidItem;
import dev.onceward.intake.cloudevents.CloudEventsBody.BatchItem.ValidItem;
import dev.onceward.intake.cloudevents.CloudEventsBody.Single;
import dev.onceward.intake.cloudevents.CloudEventsBody.Unreadable;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Tells the three modes of the HTTP binding apart, by the media type, and reads each. The batch is asked for first: its
/// media type starts like the structured one's.
public final class ReadCloudEvents {
    static final String STRUCTURED = "application/cloudevents+json";
    static final String BATCH = "application/cloudevents-batch+json";

    private static final String FAMILY = "application/cloudevents";

    private final int maxBatch;

    public ReadCloudEvents(int maxBatch) {
        this.maxBatch = maxBatch;
    }

    public boolean isBinary(Request request) {
        return !mediaType(request).startsWith(FAMILY);
    }

    public CloudEventsBody read(Request request) {
        return switch (mediaType(request)) {
            case BATCH -> batch(request);
            case STRUCTURED -> new Single(item(() -> StructuredMode.read(request)));
            case String other when other.startsWith(FAMILY) -> new Unreadable(new Problem(ProblemType.MEDIA_TYPE,
                    "CloudEvents are taken as " + STRUCTURED + ", as " + BATCH + ", or in binary mode."));
            default -> new Single(item(() -> BinaryMode.read(request)));
        };
    }

    private CloudEventsBody batch(Request request) {
        try {
            return new Batch(BatchMode.slices(request, maxBatch).stream()
                    .map(slice -> item(() -> StructuredMode.read(slice)))
                    .toList());
        } catch (IllegalArgumentException refused) {
            return new Unreadable(malformed(refused));
        }
    }

    private static BatchItem item(Supplier<CloudEvent> read) {
        try {
            return new ValidItem(read.get());
        } catch (IllegalArgumentException refused) {
            return new InvalidItem(malformed(refused));
        }
    }

    private static Problem malformed(IllegalArgumentException refused) {
        return new Problem(ProblemType.MALFORMED, String.valueOf(refused.getMessage()));
    }

    private static String mediaType(Request request) {
        var contentType = request.header("content-type");
        return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
