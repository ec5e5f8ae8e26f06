package dev.onceward.intake.signature.form;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretForm;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.signature.field.TimestampUnit;
import dev.onceward.intake.signature.field.Tolerance;
import dev.onceward.intake.signature.location.EachItemLocation;
import dev.onceward.intake.signature.location.JsonLocation;
import dev.onceward.intake.signature.location.QueryLocation;
import dev.onceward.intake.signature.location.ValueLocation;

/// Builds a scheme from its properties.
public final class ReadScheme {
    private final Algorithm algorithm;
    private final List<ValueLocation> signatures;
    private final String prefix;
    private final Encoding encoding;
    private final SignedTemplate signed;
    private final @Nullable ValueLocation timestamp;
    private final TimestampUnit timestampUnit;
    private final SecretForm secret;

    /// @throws IllegalArgumentException whose message starts with the key that is wrong
    public ReadScheme(SchemeProperties schemeProperties) {
        var separator = schemeProperties.text("separator").orElse(",");
        this.algorithm = schemeProperties.word("algorithm", Algorithm.values(), Algorithm::word, Algorithm.HMAC_SHA256);
        this.signatures = schemeProperties.places("signature", separator);
        this.prefix = schemeProperties.text("prefix").orElse("");
        this.encoding = schemeProperties.word("encoding", Encoding.values(), Encoding::word, Encoding.HEX);
        this.signed = schemeProperties.read("signed", text -> SignedTemplate.of(text, separator))
                .orElseGet(() -> SignedTemplate.of("{body}", separator));
        this.timestamp = schemeProperties.read("timestamp", text -> ValueLocation.of(text, separator)).orElse(null);
        this.timestampUnit = schemeProperties.word("timestamp-unit", TimestampUnit.values(), TimestampUnit::word,
                TimestampUnit.SECONDS);
        this.secret = schemeProperties.word("secret", SecretForm.values(), SecretForm::word, SecretForm.TEXT);
        if (signed.has(new SignedValue.Timestamp()) && timestamp == null) {
            throw new IllegalArgumentException("timestamp is missing: the timestamp is signed, so set where it is");
        }
        if (signatures.isEmpty()) {
            throw new IllegalArgumentException("signature is missing: set where the signature is");
        }
        checkItems();
    }

    private void checkItems() {
        if (each().isPresent() && (signatures.size() > 1 || algorithm != Algorithm.TOKEN || encoding != Encoding.TEXT
                || !prefix.isEmpty())) {
            throw new IllegalArgumentException("signature can have /*/ in it only where each item of the list has the "
                    + "secret itself: one place, algorithm=token, encoding=text and no prefix");
        }
    }

    /// Checks that a user's own scheme signs the body and the timestamp. If the body is not signed, one signature is
    /// valid for every body; if the timestamp is not signed, anybody can change it.
    ///
    /// @throws IllegalArgumentException whose message starts with the key that is wrong
    public void coversBody() {
        if (algorithm != Algorithm.TOKEN && !signed.has(new SignedValue.Body())) {
            throw new IllegalArgumentException("signed must have {body} in it");
        }
        if (timestamp != null && !(timestamp instanceof JsonLocation) && !signed.has(new SignedValue.Timestamp())) {
            throw new IllegalArgumentException("signed must have {timestamp} in it: otherwise anybody could change it");
        }
        if (signsUrl() && (signed.hasQuery() || timestamp instanceof QueryLocation
                || signatures.stream().anyMatch(QueryLocation.class::isInstance))) {
            throw new IllegalArgumentException("signed cannot have {url} in it where something is in the query: the "
                    + "address counts as it was given, its query included");
        }
    }

    /// Whether the signature covers the body, and nothing else that is stored.
    public boolean signsBody() {
        return algorithm != Algorithm.TOKEN;
    }

    public boolean isTimed() {
        return timestamp != null;
    }

    /// Whether the address is signed, so that the source must know it.
    public boolean signsUrl() {
        return signed.has(new SignedValue.Url()) || signed.has(new SignedValue.DecodedUrl());
    }

    /// The headers that hold the secret itself. They must be neither stored nor forwarded.
    public List<String> secretHeaders() {
        return algorithm == Algorithm.TOKEN ? headers() : List.of();
    }

    /// The headers that hold a signature, which is not secret.
    public List<String> signatureHeaders() {
        return algorithm == Algorithm.TOKEN ? List.of() : headers();
    }

    /// Whether the query of the address holds the secret itself.
    public boolean hasSecretAddress() {
        return algorithm == Algorithm.TOKEN && signatures.stream().anyMatch(QueryLocation.class::isInstance);
    }

    private List<String> headers() {
        return signatures.stream().flatMap(place -> place.headerName().stream()).toList();
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    public Scheme scheme(List<SecretText> secrets, @Nullable Duration tolerance, String url) {
        var keys = secrets.stream().map(this::key).toList();
        return each().<Scheme>map(place -> new EachItem(keys, place))
                .orElseGet(
                        () -> new ConfiguredScheme(keys, signatures, prefix, encoding, signed, timestamp, timestampUnit,
                                new Tolerance(tolerance), url));
    }

    private Optional<EachItemLocation> each() {
        return signatures.stream().filter(EachItemLocation.class::isInstance).map(EachItemLocation.class::cast)
                .findFirst();
    }

    private NamedKey key(SecretText text) {
        return text.named(algorithm.key(secret, text.text()));
    }
}
