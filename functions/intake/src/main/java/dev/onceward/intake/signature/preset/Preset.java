package dev.onceward.intake.signature.preset;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.form.ReadScheme;
import dev.onceward.intake.signature.form.SchemeProperties;

/// What is known of a sender: how it signs, and more. `presets.properties` explains the properties.
public record Preset(String name, SchemeProperties facts) {
    /// The properties that a source may set for a scheme of its own.
    static final Set<String> SIGNING = Set.of("algorithm", "signature", "separator", "prefix", "encoding", "signed",
            "timestamp", "timestamp-unit", "secret");
    static final Set<String> ALL = Set.of("title", "docs", "scheme", "headers", "algorithm",
            "signature", "separator", "prefix", "encoding", "signed", "timestamp", "timestamp-unit", "tolerance",
            "secret", "secret-is", "event-id", "event-type", "max-body", "answer", "handshake", "retries", "note");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    /// Returns the preset with changes to its scheme.
    ///
    /// @throws IllegalArgumentException whose message starts with the key that is wrong
    public Preset with(Map<String, String> signing) {
        signing.keySet().stream().filter(key -> !SIGNING.contains(key)).findFirst().ifPresent(key -> {
            throw new IllegalArgumentException(key + " is unknown: the properties are "
                    + String.join(", ", new TreeSet<>(SIGNING)));
        });
        if (facts.text("scheme").isPresent()) {
            throw new IllegalArgumentException(
                    "* cannot be set: this sender signs in a way that these settings cannot describe");
        }
        var lines = new HashMap<>(facts.lines());
        lines.putAll(signing);
        var all = new SchemeProperties(lines);
        new ReadScheme(all).coversBody();
        return new Preset(name, all);
    }

    /// The headers that hold the secret itself. They must be neither stored nor forwarded.
    public List<String> secretHeaders() {
        return form().map(ReadScheme::secretHeaders).orElse(List.of());
    }

    /// The headers that hold a signature. It is not secret, and shows an operator why verification failed.
    public List<String> signatureHeaders() {
        return form().map(ReadScheme::signatureHeaders).orElse(List.of());
    }

    /// Whether the query of the address holds the secret itself.
    public boolean hasSecretAddress() {
        return form().map(ReadScheme::hasSecretAddress).orElse(false);
    }

    private Optional<ReadScheme> form() {
        return facts.text("scheme").isPresent() ? Optional.empty() : Optional.of(new ReadScheme(facts));
    }

    public String title() {
        return facts.text("title").orElse(name);
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    public Scheme scheme(PresetOptions presetOptions) {
        return facts.text("scheme")
                .map(code -> SenderSchemes.scheme(code, facts, presetOptions))
                .orElseGet(() -> new ReadScheme(facts).scheme(presetOptions.secrets(), presetOptions.tolerance(),
                        presetOptions.url()));
    }

    /// Whether the signature covers the body, and nothing else that is stored. Otherwise the scheme authenticates the
    /// sender, and the whole request is trusted.
    public boolean signsBody() {
        return facts.text("scheme").map(SenderSchemes::signsBody).orElseGet(() -> new ReadScheme(facts).signsBody());
    }

    /// Whether a request has a timestamp.
    public boolean isTimed() {
        return facts.text("scheme").map(code -> code.equals("standard-webhooks"))
                .orElseGet(() -> new ReadScheme(facts).isTimed());
    }

    /// Whether the sender signs the address it was given, so that the source must know it.
    public boolean signsUrl() {
        return facts.text("scheme").map(SenderSchemes::needsUrl).orElseGet(() -> new ReadScheme(facts).signsUrl());
    }

    public Optional<Duration> tolerance() {
        return facts.duration("tolerance");
    }

    /// The key rule that tells the sender's events apart.
    public String eventId() {
        return facts.text("event-id").orElse("content-hash");
    }

    public Optional<String> eventType() {
        return facts.text("event-type");
    }

    /// The largest body that the sender sends, if it is larger than the default of 1M.
    public Optional<String> maxBody() {
        return facts.text("max-body");
    }

    public List<String> handshakes() {
        return facts.text("handshake").map(names -> COMMA.splitAsStream(names).toList()).orElse(List.of());
    }

    /// The answer that the sender counts as a success: a status and, if the sender checks it, a text.
    public String answer() {
        return facts.text("answer").orElse("202");
    }

    /// For how long the sender retries; empty if it does not retry or does not document it.
    public Optional<Duration> retries() {
        return facts.text("retries").filter(text -> !text.equals("none")).flatMap(_ -> facts.duration("retries"));
    }
}
