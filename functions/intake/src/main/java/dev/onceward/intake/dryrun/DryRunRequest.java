package dev.onceward.intake.dryrun;

import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;

import dev.onceward.intake.admin.AdminBody;
import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A request that an operator wants judged, and the time at which it is to have come. What cannot be understood is an
/// [IllegalArgumentException] with a sentence.
record DryRunRequest(Request request, Instant at) {
    private static final SortedSet<String> MEMBERS = new TreeSet<>(
            List.of("method", "query", "peer", "headers", "body", "bodyBase64", "at"));
    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}");
    private static final int MOST_HEADERS = 200;
    private static final int LONGEST_LINE = 16 << 10;
    private static final int LONGEST_ADDRESS = 100;

    /// How long a letter about a body of this size may be: base64 takes four bytes for three, escapes up to six for one.
    static long most(long maxBody) {
        return 6 * maxBody + (1 << 20);
    }

    static DryRunRequest of(Request letter, long maxBody, Instant now) {
        return AdminBody.read(letter, MEMBERS, adminBody -> of(adminBody, maxBody, now));
    }

    private static DryRunRequest of(AdminBody adminBody, long maxBody, Instant now) {
        var method = adminBody.text("method", LONGEST_LINE).orElse("POST");
        if (!METHOD.matcher(method).matches()) {
            throw new IllegalArgumentException("method must be one such as POST.");
        }
        var line = new RequestLine(method, adminBody.text("query", LONGEST_LINE).orElse(""),
                adminBody.text("peer", LONGEST_ADDRESS).orElse(""));
        var request = new Request(line, headers(adminBody.object().path("headers")), body(adminBody, maxBody),
                BodyMemory.UNLIMITED);
        return new DryRunRequest(request, adminBody.time("at").orElse(now));
    }

    private static byte[] body(AdminBody adminBody, long maxBody) {
        if (adminBody.has("body") && adminBody.has("bodyBase64")) {
            throw new IllegalArgumentException("A request has body or bodyBase64, not both.");
        }
        var bytes = adminBody.text("body", Integer.MAX_VALUE).map(text -> text.getBytes(UTF_8))
                .or(() -> adminBody.text("bodyBase64", Integer.MAX_VALUE).flatMap(DryRunRequest::decoded))
                .orElse(new byte[0]);
        if (bytes.length > maxBody) {
            throw new IllegalArgumentException("The body may have " + maxBody + " bytes.");
        }
        return bytes;
    }

    private static Optional<byte[]> decoded(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("bodyBase64 must be base64.", unreadable);
        }
    }

    private static MultiMap headers(JsonNode node) {
        var headers = MultiMap.caseInsensitiveMultiMap();
        if (!node.isMissingNode() && !node.isObject()) {
            throw unreadable();
        }
        for (var member : node.properties()) {
            var values = member.getValue();
            if (!HEADER.matcher(member.getKey()).matches()) {
                throw unreadable();
            }
            for (var value : values.isArray() ? values : List.of(values)) {
                headers.add(member.getKey(), header(value, headers.size()));
            }
        }
        return headers;
    }

    private static String header(JsonNode value, int before) {
        if (!value.isTextual() || value.textValue().length() > LONGEST_LINE || before >= MOST_HEADERS) {
            throw unreadable();
        }
        return value.textValue();
    }

    private static IllegalArgumentException unreadable() {
        return new IllegalArgumentException("headers must be an object of up to " + MOST_HEADERS
                + " names, each with a text or a list of texts.");
    }
}
