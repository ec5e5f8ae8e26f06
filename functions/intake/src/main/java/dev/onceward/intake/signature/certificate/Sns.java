package dev.onceward.intake.signature.certificate;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.KeyUnavailable;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.PublicKeyOf;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Verifies messages of Amazon SNS: a signature over named fields, by the key of a certificate that Amazon publishes.
/// Anybody with an account at Amazon can have a message signed, so the topic of the message must be one of the
/// source's.
public final class Sns implements Scheme {
    private static final List<String> CONFIRMATION = List.of("Message", "MessageId", "SubscribeURL", "Timestamp",
            "Token", "TopicArn", "Type");
    /// The signed fields of each type of message. The subject is optional.
    private static final Map<String, List<String>> FIELDS = Map.of(
            "Notification", List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
            "SubscriptionConfirmation", CONFIRMATION, "UnsubscribeConfirmation", CONFIRMATION);
    /// Signed fields are separated by line breaks only. These fields are free text and may contain line breaks.
    private static final Set<String> FREE = Set.of("Message", "Subject");
    private static final Pattern CERTIFICATE = Pattern.compile("/SimpleNotificationService-[a-zA-Z0-9]{32}\\.pem");

    private final List<SecretText> topics;
    private final PublishedKeys keys;

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public Sns(List<SecretText> topics, PublishedKeys keys) {
        if (topics.stream().anyMatch(topic -> !topic.text().startsWith("arn:"))) {
            throw new IllegalArgumentException(
                    "must be ARNs of topics, as in arn:aws:sns:us-east-1:123456789012:orders");
        }
        this.topics = List.copyOf(topics);
        this.keys = keys;
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        return switch (request.json()) {
            case Broken(var why) -> new Unverified(RefusalReason.MALFORMED, "the body must be JSON, but " + why);
            case ValidJson(var document) -> document.members(Set.of(), message -> verify(message, now));
        };
    }

    private Verdict verify(JsonNode message, Instant now) {
        var signature = Encoding.BASE64.decode(text(message, "Signature")).filter(bytes -> bytes.length > 0);
        var certificate = certificate(text(message, "SigningCertURL"));
        if (signature.isEmpty() || !hasSignedFields(message)) {
            return new Unverified(RefusalReason.MISSING,
                    "the message has no Signature, or not the fields of its Type; raw delivery "
                            + "must be off");
        }
        return certificate.map(address -> compare(message, now, signature.get(), address))
                .orElseGet(() -> new Unverified(RefusalReason.MALFORMED, "SigningCertURL is none of Amazon's"));
    }

    private static Optional<URI> certificate(String address) {
        return AmazonHost.of(address).filter(known -> CERTIFICATE.matcher(known.getRawPath()).matches())
                .filter(known -> known.getRawQuery() == null && known.getRawFragment() == null);
    }

    /// Without this check one field could contain what looks like the next, and one type of message could pass for
    /// another.
    private static boolean hasSignedFields(JsonNode message) {
        return FIELDS.getOrDefault(text(message, "Type"), List.of("")).stream().allMatch(field -> fits(message, field));
    }

    private static boolean fits(JsonNode message, String field) {
        if (field.equals("Subject") && !message.hasNonNull(field)) {
            return true;
        }
        return message.path(field).isTextual() && SignedContent.hasBytes(text(message, field))
                && (FREE.contains(field) || isOneLine(message, field));
    }

    private static boolean isOneLine(JsonNode message, String field) {
        return text(message, field).indexOf('\n') < 0;
    }

    private Verdict compare(JsonNode message, Instant now, byte[] signature, URI address) {
        var topic = topic(message);
        var pem = keys.at(address);
        if (topic.isEmpty()) {
            return new Unverified(RefusalReason.NO_MATCH, "the topic is none of this source's");
        }
        var version = algorithm(message);
        if (version.isEmpty()) {
            return new Unverified(RefusalReason.MALFORMED, "SignatureVersion must be 1 or 2");
        }
        return pem.flatMap(bytes -> ReadCertificates.read(bytes, now))
                .map(certificate -> new PublicKeyOf(version.get(), certificate.getPublicKey()))
                .map(key -> NamedKey.judge(List.of(topic.get().named(key)), List.of(signature), content(message)))
                .orElseGet(() -> new KeyUnavailable(address));
    }

    private Optional<SecretText> topic(JsonNode message) {
        return topics.stream().filter(topic -> topic.text().strip().equals(text(message, "TopicArn"))).findFirst();
    }

    private static Optional<String> algorithm(JsonNode message) {
        return switch (text(message, "SignatureVersion")) {
            case "1" -> Optional.of("SHA1withRSA");
            case "2" -> Optional.of("SHA256withRSA");
            default -> Optional.empty();
        };
    }

    private static SignedContent content(JsonNode message) {
        var signed = new StringBuilder();
        FIELDS.getOrDefault(text(message, "Type"), List.of()).stream().filter(message::hasNonNull)
                .forEach(field -> signed.append(field).append('\n').append(text(message, field)).append('\n'));
        return SignedContent.of(signed.toString().getBytes(UTF_8));
    }

    private static String text(JsonNode message, String field) {
        return message.path(field).asText("");
    }
}
