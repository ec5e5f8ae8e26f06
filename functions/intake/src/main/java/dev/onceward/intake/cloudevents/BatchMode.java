package dev.onceward.intake.cloudevents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.vertx.core.MultiMap;

import dev.onceward.internal.json.JsonBody;
import dev.onceward.internal.request.Request;

/// Splits a body that is a JSON array of CloudEvents into one request per event. Each request refers to the bytes of
/// its event in the array, which are not copied.
final class BatchMode {
    static final String MEDIA_TYPE = "application/cloudevents-batch+json";

    private BatchMode() {}

    /// @throws IllegalArgumentException whose message is shown to the sender
    static List<Request> slices(Request batch, int most) {
        try (var parser = factory().createParser(batch.bytes())) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IllegalArgumentException("A batch must be a JSON array.");
            }
            return slices(batch, parser, most);
        } catch (IOException malformed) {
            throw new IllegalArgumentException("A batch must be a JSON array, valid to its end.", malformed);
        }
    }

    private static List<Request> slices(Request batch, JsonParser parser, int most) throws IOException {
        var headers = MultiMap.caseInsensitiveMultiMap().addAll(batch.headers())
                .set("content-type", StructuredMode.MEDIA_TYPE);
        var slices = new ArrayList<Request>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (slices.size() == most) {
                throw new IllegalArgumentException("A batch may have at most " + most + " events.");
            }
            var start = offset(parser.currentTokenLocation());
            parser.skipChildren();
            slices.add(batch.part(headers, start, offset(parser.currentLocation())));
        }
        if (parser.nextToken() != null) {
            throw new IllegalArgumentException("A batch must be one JSON array and nothing after it.");
        }
        return slices;
    }

    /// Makes a new factory for each batch. The parser knows byte offsets only if it keeps the names of members, and
    /// names that strangers write must not be kept for longer than their request.
    private static JsonFactory factory() {
        return JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(JsonBody.MAX_DEPTH).build())
                .build();
    }

    /// The parser also reads UTF-16 and UTF-32, but has no byte offsets then.
    private static int offset(JsonLocation location) {
        if (location.getByteOffset() < 0) {
            throw new IllegalArgumentException("A batch must be UTF-8.");
        }
        return (int) location.getByteOffset();
    }
}
