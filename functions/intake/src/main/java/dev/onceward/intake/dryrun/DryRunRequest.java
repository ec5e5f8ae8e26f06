package dev.onceward.intake.dryrun;

import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;

import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;
import dev.onceward.runtime.admin.AdminParameters;
import dev.onceward.runtime.problem.ProblemException;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The request of a dry run, and the time at which it is taken to have arrived. A value that is not allowed ends the request
/// with a [ProblemException].
record DryRunRequest(Request request, Instant at) {
    private static final Set<String> MEMBERS = Set.of("method", "query", "peer", "headers", "body",
            "bodyBase64", "at");
    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}");
    private static final int MOST_HEADERS = 200;
    private static final int LONGEST_LINE = 16 << 10;
    private static final int LONGEST_ADDRESS = 100;

    /// How long an operator's request about a body of this size may be: base64 takes four bytes for three, escapes up to six for one.
    static long longest(long maxBody) {
        return 6 * maxBody + (1 << 20);
    }

    static DryRunRequest of(Request body, long maxBody, Instant now) {
        return AdminParameters.ofBody(body, MEMBERS, parameters -> of(parameters, maxBody, now));
    }

    private static DryRunRequest of(AdminParameters parameters, long maxBody, Instant now) {
        var method = parameters.text("method", LONGEST_LINE).orElse("POST");
        if (!METHOD.matcher(method).matches()) {
            throw ProblemException.malformed("method must be one such as POST.");
        }
        var line = new RequestLine(method, parameters.text("query", LONGEST_LINE).orElse(""),
                parameters.text("peer", LONGEST_ADDRESS).orElse(""));
        var request = new Request(line, headers(parameters.object().path("headers")), body(parameters, maxBody),
                RequestMemory.UNLIMITED);
        return new DryRunRequest(request, parameters.time("at").orElse(now));
    }

    private static byte[] body(AdminParameters parameters, long maxBody) {
        if (parameters.has("body") && parameters.has("bodyBase64")) {
            throw ProblemException.malformed("A request has body or bodyBase64, not both.");
        }
        var bytes = parameters.text("body", Integer.MAX_VALUE).map(text -> text.getBytes(UTF_8))
                .or(() -> parameters.text("bodyBase64", Integer.MAX_VALUE).flatMap(DryRunRequest::decoded))
                .orElse(new byte[0]);
        if (bytes.length > maxBody) {
            throw ProblemException.malformed("body may have at most " + maxBody + " bytes.");
        }
        return bytes;
    }

    private static Optional<byte[]> decoded(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException _) {
            throw ProblemException.malformed("bodyBase64 must be base64.");
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

    private static ProblemException unreadable() {
        return ProblemException.malformed("headers must be an object of up to " + MOST_HEADERS
                + " names, each with a text or a list of texts.");
    }
}
