package dev.onceward.intake.cloudevents;

import java.util.HashMap;
import java.util.Locale;

import dev.onceward.internal.request.Request;

/// Reads a CloudEvent in binary mode: its attributes are headers, and the body is its data.
final class BinaryMode {
    private static final String PREFIX = "ce-";

    private BinaryMode() {}

    /// @throws IllegalArgumentException whose message is shown to the sender
    static CloudEvent read(Request request) {
        var attributes = new HashMap<String, String>();
        for (var header : request.headers()) {
            var name = header.getKey().toLowerCase(Locale.ROOT);
            if (name.startsWith(PREFIX)) {
                var before = attributes.put(name.substring(PREFIX.length()),
                        PercentDecoding.decode(name, header.getValue()));
                if (before != null) {
                    throw new IllegalArgumentException("The header " + name + " may come once.");
                }
            }
        }
        if (attributes.isEmpty()) {
            throw new IllegalArgumentException("This is no CloudEvent: it has neither ce- headers nor the media type "
                    + StructuredMode.MEDIA_TYPE + " or " + BatchMode.MEDIA_TYPE + ".");
        }
        return CloudEvent.of(attributes, request);
    }
}
