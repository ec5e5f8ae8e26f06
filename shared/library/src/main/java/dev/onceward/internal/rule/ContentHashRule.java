package dev.onceward.internal.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.internal.json.CanonicalJson;
import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.json.JsonDocument;
import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_8;

/// `content-hash`: the hash of the whole body. `content-hash:/a,/b`: the hash of these values in the body, each with
/// its name, so that a value cannot pass for that of another name.
record ContentHashRule(List<JsonPointer> fields) implements KeyRule {

    @Override
    public ExtractedKey of(Request request) {
        if (fields.isEmpty()) {
            return new Found(request.fingerprint().hex());
        }
        return switch (request.json()) {
            case Broken(var why) -> new Malformed("the body must be JSON to hash values in it, but " + why);
            case ValidJson(var document) -> hash(document);
        };
    }

    @Override
    public boolean accepts(String key) {
        return KeyText.sha256(key);
    }

    private ExtractedKey hash(JsonDocument document) {
        var parts = new ArrayList<byte[]>();
        for (var field : fields) {
            var text = document.tree(field, ContentHashRule::canonical);
            if (text.isPresent() && !KeyText.isEncodable(text.get())) {
                return new Malformed("the value at " + field + " has an unpaired surrogate");
            }
            text.ifPresent(value -> add(parts, field, value));
        }
        return parts.isEmpty()
                ? new Missing("a value at any of " + fields + " in the body")
                : new Found(Fingerprint.of(parts.toArray(byte[][]::new)).hex());
    }

    /// Empty if there is no value.
    private static Optional<String> canonical(JsonNode value) {
        return value.isMissingNode() ? Optional.empty() : Optional.of(CanonicalJson.of(value));
    }

    private static void add(List<byte[]> parts, JsonPointer field, String value) {
        parts.add(field.toString().getBytes(UTF_8));
        parts.add(value.getBytes(UTF_8));
    }
}
