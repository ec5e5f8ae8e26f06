package dev.onceward.intake.source;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Unsigned;
import dev.onceward.intake.signature.preset.Preset;

/// How a source's requests are signed, independent of its present secrets.
///
/// @param timeless makes a scheme that ignores the age of a request
/// @param signatureHeaders in lower case
/// @param secretHeaders the headers that hold the secret itself, in lower case
/// @param hasSecretAddress whether the query holds the secret itself
/// @param signsBody whether the signature covers the body and nothing else; otherwise the whole request is trusted
public record SignatureSettings(Function<List<SecretText>, Scheme> timeless, Set<String> signatureHeaders,
        Set<String> secretHeaders, boolean hasSecretAddress, boolean signsBody) {
    public static final SignatureSettings NONE = new SignatureSettings(_ -> new Unsigned(), Set.of(), Set.of(), false,
            false);

    public static SignatureSettings of(Preset preset, Function<List<SecretText>, Scheme> timeless) {
        return new SignatureSettings(timeless, lower(preset.signatureHeaders()), lower(preset.secretHeaders()),
                preset.hasSecretAddress(), preset.signsBody());
    }

    static Set<String> lower(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }
}
