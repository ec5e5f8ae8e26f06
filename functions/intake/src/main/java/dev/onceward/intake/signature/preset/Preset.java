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

/// A sender: how it signs, and what else is known of it. Names and facts are those of `presets.properties`, which says
/// what each means.
public record Preset(String name, SchemeProperties facts) {
    /// What a source may say of a scheme of its own.
    static final Set<String> SIGNING = Set.of("algorithm", "signature", "separator", "prefix", "encoding", "signed",
            "timestamp", "timestamp-unit", "secret");
    static final Set<String> ALL = Set.of("title", "docs", "scheme", "headers", "algorithm",
            "signature", "separator", "prefix", "encoding", "signed", "timestamp", "timestamp-unit", "tolerance",
            "secret", "secret-is", "event-id", "event-type", "max-body", "answer", "handshake", "retries", "note");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    /// The same, signed in another way.
    ///
    /// @throws IllegalArgumentException whose message starts with the key that is wrong
    public Preset with(Map<String, String> signing) {
        signing.keySet().stream().filter(key -> !SIGNING.contains(key)).findFirst().ifPresent(key -> {
            throw new IllegalArgumentException(key + " is not known here: there are "
                    + String.join(", ", new TreeSet<>(SIGNING)));
        });
        if (facts.text("scheme").isPresent()) {
            throw new IllegalArgumentException(
                    "* cannot be set: this sender signs in a way of its own, which no words describe");
        }
        var lines = new HashMap<>(facts.lines());
        lines.putAll(signing);
        var all = new SchemeProperties(lines);
        new ReadScheme(all).coversBody();
        return new Preset(name, all);
    }

    /// The headers that hold a secret itself, which nobody may keep or pass on.
    public List<String> secretHeaders() {
        return form().map(ReadScheme::secretHeaders).orElse(List.of());
    }

    /// The headers that hold a signature, which is no secret and shows what went wrong with it.
    public List<String> signatureHeaders() {
        return form().map(ReadScheme::signatureHeaders).orElse(List.of());
    }

    /// Whether the address that is called holds a secret itself.
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
                .map(code -> CodedSchemes.scheme(code, facts, presetOptions))
                .orElseGet(() -> new ReadScheme(facts).scheme(presetOptions.secrets(), presetOptions.tolerance(),
                        presetOptions.url()));
    }

    /// Whether the body is signed, and nothing else of what is stored; else the sender is known, and is believed all.
    public boolean signsBody() {
        return facts.text("scheme").map(CodedSchemes::signsBody).orElseGet(() -> new ReadScheme(facts).signsBody());
    }

    /// Whether a request says when it was signed.
    public boolean isTimed() {
        return facts.text("scheme").map(code -> code.equals("standard-webhooks"))
                .orElseGet(() -> new ReadScheme(facts).isTimed());
    }

    /// Whether the sender signs the address it was given, so that it must be known.
    public boolean signsUrl() {
        return facts.text("scheme").map(CodedSchemes::needsUrl).orElseGet(() -> new ReadScheme(facts).signsUrl());
    }

    public Optional<Duration> tolerance() {
        return facts.duration("tolerance");
    }

    /// The rule by which one event is told from another.
    public String eventId() {
        return facts.text("event-id").orElse("content-hash");
    }

    public Optional<String> eventType() {
        return facts.text("event-type");
    }

    /// The largest body it sends, as it would be configured, where that is more than usual.
    public Optional<String> maxBody() {
        return facts.text("max-body");
    }

    public List<String> handshakes() {
        return facts.text("handshake").map(names -> COMMA.splitAsStream(names).toList()).orElse(List.of());
    }

    /// What the sender wants to see for an event that was taken: a status, and if more than that matters, a text.
    public String answer() {
        return facts.text("answer").orElse("202");
    }

    /// For how long it tries again, if it does and if it says so.
    public Optional<Duration> retries() {
        return facts.text("retries").filter(text -> !text.equals("none")).flatMap(_ -> facts.duration("retries"));
    }
}
