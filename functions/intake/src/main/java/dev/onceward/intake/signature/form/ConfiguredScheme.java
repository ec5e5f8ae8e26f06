package dev.onceward.intake.signature.form;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.signature.field.TimestampUnit;
import dev.onceward.intake.signature.field.Tolerance;
import dev.onceward.intake.signature.location.FoundValue;
import dev.onceward.intake.signature.location.FoundValue.NoValue;
import dev.onceward.intake.signature.location.FoundValue.Value;
import dev.onceward.intake.signature.location.ValueLocation;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;

/// A scheme that consists of settings: where the signature and the timestamp are, and what is signed in which order.
///
/// @param signatures the places where a signature may be; one of them suffices
/// @param prefix the text in front of the signature
/// @param timestamp null if the sender sends no timestamp
/// @param url the address that the sender was given, if it is signed
record ConfiguredScheme(List<NamedKey> keys, List<ValueLocation> signatures, String prefix, Encoding encoding,
        SignedTemplate signed,
        @Nullable ValueLocation timestamp, TimestampUnit unit, Tolerance tolerance, String url) implements Scheme {
    private static final int MOST_SIGNATURES = 20;

    @Override
    public Verdict verify(Request request, Instant now) {
        return switch (signatures(request)) {
            case NoValue(var reason, var why) -> new Unverified(reason, why);
            case Value(var given) -> date(request, now, given);
        };
    }

    private Verdict date(Request request, Instant now, List<byte[]> given) {
        return switch (written(request)) {
            case NoValue(var reason, var why) -> new Unverified(reason, why);
            case Value(var written) -> refusal(written, now).orElseGet(() -> match(request, written, given));
        };
    }

    private Verdict match(Request request, String written, List<byte[]> given) {
        return switch (signed.fill(request, written, url)) {
            case NoValue<SignedContent>(var reason, var why) -> new Unverified(reason, why);
            case Value<SignedContent>(var content) -> NamedKey.judge(keys, given, content);
        };
    }

    /// The timestamp as the sender wrote it; empty text if the sender sends none.
    private FoundValue<String> written(Request request) {
        return timestamp == null ? new Value<>("") : timestamp.one(request);
    }

    private Optional<Verdict> refusal(String written, Instant now) {
        if (timestamp == null) {
            return Optional.empty();
        }
        return unit.read(written)
                .map(at -> tolerance.refusal(at, now))
                .orElseGet(() -> Optional.of(
                        new Unverified(RefusalReason.MALFORMED, "the " + timestamp + " is not " + unit.form())));
    }

    private FoundValue<List<byte[]>> signatures(Request request) {
        var texts = new ArrayList<String>();
        FoundValue<List<byte[]>> otherwise = new NoValue<>(RefusalReason.MISSING, "there is no signature");
        for (var place : signatures) {
            switch (place.in(request)) {
                case Value<List<String>>(var values) -> texts.addAll(values);
                case NoValue<List<String>>(var reason, var why) when reason == RefusalReason.REPEATED -> {
                    return new NoValue<>(reason, why);
                }
                case NoValue<List<String>>(var reason, var why) -> otherwise = new NoValue<>(reason, why);
            }
        }
        return texts.isEmpty() ? otherwise : decoded(texts);
    }

    private FoundValue<List<byte[]>> decoded(List<String> texts) {
        var decoded = texts.stream().limit(MOST_SIGNATURES)
                .filter(text -> text.regionMatches(true, 0, prefix, 0, prefix.length()))
                .map(text -> encoding.decode(text.substring(prefix.length())))
                .flatMap(Optional::stream)
                .toList();
        return decoded.isEmpty()
                ? new NoValue<>(RefusalReason.MALFORMED, "the " + signatures.getFirst() + " is not "
                        + (prefix.isEmpty() ? "" : "'" + prefix.strip() + "' and ") + encoding.described())
                : new Value<>(decoded);
    }
}
