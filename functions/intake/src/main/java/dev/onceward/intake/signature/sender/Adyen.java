package dev.onceward.intake.signature.sender;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretForm;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Verifies Adyen's webhooks: each item of the body has a signature of its own, which covers eight of its fields.
public final class Adyen implements Scheme {
    private static final JsonPointer ITEMS = JsonPointer.compile("/notificationItems");
    private static final String REFERENCE = "/merchantReference";
    private static final String VALUE = "/amount/value";
    private static final String ORIGINAL = "/originalReference";
    private static final List<String> FIELDS = List.of("/pspReference", ORIGINAL, "/merchantAccountCode", REFERENCE,
            VALUE, "/amount/currency", "/eventCode", "/success");

    private final List<NamedKey> keys;

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public Adyen(List<SecretText> secrets) {
        this.keys = secrets.stream().map(secret -> secret.hmac("HmacSHA256", SecretForm.HEX)).toList();
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        return switch (request.json()) {
            case Broken(var why) -> new Unverified(RefusalReason.MALFORMED, "the body must be JSON, but " + why);
            case ValidJson(var document) -> document.tree(ITEMS, this::items);
        };
    }

    /// One invalid item refuses the whole request, because the items are stored together.
    private Verdict items(JsonNode items) {
        Verdict last = new Unverified(RefusalReason.MISSING, "the body has no list of notificationItems");
        for (var item : items.isArray() ? items : MissingNode.getInstance()) {
            last = item(item.path("NotificationRequestItem"));
            if (last instanceof Unverified) {
                return last;
            }
        }
        return last;
    }

    private Verdict item(JsonNode item) {
        if (!FIELDS.stream().allMatch(field -> isPlain(field, item.at(field)))) {
            return new Unverified(RefusalReason.MALFORMED, "a signed field of an item is not as Adyen writes it");
        }
        return Optional.of(item.at("/additionalData/hmacSignature").asText("")).filter(text -> !text.isEmpty())
                .map(text -> Encoding.BASE64.decode(text)
                        .map(signature -> NamedKey.judge(keys, List.of(signature), content(item)))
                        .orElseGet(
                                () -> new Unverified(RefusalReason.MALFORMED, "an item's hmacSignature is not base64")))
                .orElseGet(() -> new Unverified(RefusalReason.MISSING, "an item has no hmacSignature"));
    }

    /// Two items whose signed text is equal must also be equal in the body, otherwise one could pass for another event.
    /// Signed fields are separated by colons, so only the shop's own reference may contain one.
    private static boolean isPlain(String name, JsonNode field) {
        return switch (name) {
            case VALUE -> field.isIntegralNumber();
            case REFERENCE -> isAbsent(field) || (field.isTextual() && SignedContent.hasBytes(field.asText()));
            case ORIGINAL -> isAbsent(field) || isWord(field);
            default -> isWord(field);
        };
    }

    /// An absent field is signed like an empty one, so these two fields are no part of the key.
    private static boolean isAbsent(JsonNode field) {
        return field.isMissingNode() || field.isNull();
    }

    private static boolean isWord(JsonNode field) {
        return field.isTextual() && field.asText().indexOf(':') < 0 && SignedContent.hasBytes(field.asText());
    }

    private static SignedContent content(JsonNode item) {
        return SignedContent.of(FIELDS.stream().map(field -> item.at(field).asText(""))
                .collect(Collectors.joining(":")).getBytes(UTF_8));
    }
}
