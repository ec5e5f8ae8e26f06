package dev.onceward.signature.sender;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.request.JsonBody.Broken;
import dev.onceward.request.JsonBody.Parsed;
import dev.onceward.request.Request;
import dev.onceward.signature.Content;
import dev.onceward.signature.Encoding;
import dev.onceward.signature.NamedKey;
import dev.onceward.signature.PublicKeyOf;
import dev.onceward.signature.Reason;
import dev.onceward.signature.RemoteKeys;
import dev.onceward.signature.Scheme;
import dev.onceward.signature.SecretText;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Wanting;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Amazon SNS: a signature over named fields, by the key of a certificate that Amazon publishes. Anybody who has an
/// account there can have a message signed, so what a message is held against is its topic.
public final class Sns implements Scheme {
    private static final List<String> NOTIFICATION = List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn",
            "Type");
    private static final List<String> CONFIRMATION = List.of("Message", "MessageId", "SubscribeURL", "Timestamp",
            "Token", "TopicArn", "Type");
    private static final Pattern PUBLISHED = Pattern.compile("https://sns\\.[a-z0-9-]{3,40}\\.amazonaws\\.com(?:\\.cn)?"
            + "/SimpleNotificationService-[a-zA-Z0-9]{32}\\.pem");

    private final List<SecretText> topics;
    private final RemoteKeys keys;

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public Sns(List<SecretText> topics, RemoteKeys keys) {
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
            case Broken(var why) -> new Forged(Reason.MALFORMED, "the body must be JSON, but " + why);
            case Parsed(var message) -> verify(message, now);
        };
    }

    private Verdict verify(JsonNode message, Instant now) {
        var signature = Encoding.BASE64.decode(text(message, "Signature"));
        if (signature.isEmpty() || signature.get().length == 0) {
            return new Forged(Reason.MISSING, "the message has no Signature; raw delivery must be off");
        }
        var address = text(message, "SigningCertURL");
        return PUBLISHED.matcher(address).matches()
                ? compare(message, now, signature.get(), URI.create(address))
                : new Forged(Reason.MALFORMED, "SigningCertURL is none of Amazon's");
    }

    private Verdict compare(JsonNode message, Instant now, byte[] signature, URI address) {
        var topic = topic(message);
        var pem = keys.at(address);
        if (topic.isEmpty()) {
            return new Forged(Reason.NO_MATCH, "the topic is none of this source's");
        }
        return pem.map(bytes -> key(message, bytes, now)
                .map(key -> NamedKey.judge(List.of(topic.get().named(key)), List.of(signature), content(message)))
                .orElseGet(() -> new Forged(Reason.MALFORMED, "the certificate cannot be read or has expired, or "
                        + "SignatureVersion is neither 1 nor 2")))
                .orElseGet(() -> new Wanting(address));
    }

    private static Optional<PublicKeyOf> key(JsonNode message, byte[] pem, Instant now) {
        return algorithm(message).flatMap(algorithm -> Certificates.read(pem, now)
                .map(certificate -> new PublicKeyOf(algorithm, certificate.getPublicKey())));
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

    private static Content content(JsonNode message) {
        var fields = text(message, "Type").equals("Notification") ? NOTIFICATION : CONFIRMATION;
        var signed = new StringBuilder();
        fields.stream().filter(message::hasNonNull)
                .forEach(field -> signed.append(field).append('\n').append(text(message, field)).append('\n'));
        return Content.of(signed.toString().getBytes(UTF_8));
    }

    private static String text(JsonNode message, String field) {
        return message.path(field).asText("");
    }
}
