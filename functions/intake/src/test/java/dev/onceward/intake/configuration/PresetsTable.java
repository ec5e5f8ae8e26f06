package dev.onceward.intake.configuration;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.signature.preset.Preset;
import dev.onceward.intake.signature.preset.Presets;

/// The presets as people read them, made of the same data as the function reads.
final class PresetsTable {
    private static final String HEAD = """
            | `preset=` | sender | signature | tolerance | `secrets=` | event id, type | handshake | success | retries for |
            |---|---|---|---|---|---|---|---|---|
            """;

    private PresetsTable() {}

    static String text() {
        return HEAD + Presets.all().values().stream().map(PresetsTable::row).collect(Collectors.joining()) + "\n"
                + Presets.all().values().stream().map(PresetsTable::note).collect(Collectors.joining());
    }

    private static String row(Preset preset) {
        return "| `%s` | [%s](%s) | %s | %s | %s | %s | %s | %s | %s |%n".formatted(preset.name(), preset.title(),
                said(preset, "docs").orElse(""), signature(preset), said(preset, "tolerance").orElse("none"),
                cell(needs(preset)), ids(preset), said(preset, "handshake").orElse("–"),
                preset.answer(), said(preset, "retries").orElse("?"));
    }

    private static String needs(Preset preset) {
        return said(preset, "secret-is").orElse("") + (preset.signsUrl() ? "; and `url`" : "")
                + (Handshake.of(preset).stream().anyMatch(Handshake::needsToken) ? "; and `handshake-token`" : "");
    }

    private static String signature(Preset preset) {
        var where = said(preset, "signature").map(place -> code(place.replace("header:", ""))).orElse("–");
        return where + timestamp(preset) + ", " + said(preset, "scheme")
                .map(scheme -> scheme.equals("standard-webhooks") ? "Standard Webhooks" : "the sender's own way")
                .orElseGet(() -> algorithm(preset) + encoding(preset)
                        + said(preset, "signed").map(signed -> " of " + code(signed)).orElse(""));
    }

    /// Where it is, unless it stands beside the signature.
    private static String timestamp(Preset preset) {
        return said(preset, "timestamp")
                .filter(place -> !said(preset, "signature").orElse("").startsWith(place.replaceFirst("#.*", "") + "#"))
                .map(place -> " and " + code(place.replace("header:", ""))).orElse("");
    }

    private static String encoding(Preset preset) {
        return said(preset, "encoding").filter(word -> !word.equals("text")).map(word -> " in " + word).orElse("");
    }

    private static String algorithm(Preset preset) {
        return said(preset, "algorithm").orElse("hmac-sha256").toUpperCase(Locale.ROOT)
                .replace("TOKEN", "the secret itself");
    }

    private static String ids(Preset preset) {
        return code(shortened(preset.eventId()))
                + preset.eventType().map(type -> ", " + code(shortened(type))).orElse("");
    }

    private static String shortened(String rule) {
        return rule.replace("/notificationItems/0/NotificationRequestItem", "…");
    }

    private static String note(Preset preset) {
        var note = Stream.of(preset.maxBody().map("Bodies may have %s."::formatted), said(preset, "note"))
                .flatMap(Optional::stream).collect(Collectors.joining(" "));
        return note.isEmpty() ? "" : "- `%s`: %s%n".formatted(preset.name(), note);
    }

    private static Optional<String> said(Preset preset, String fact) {
        return preset.facts().text(fact);
    }

    private static String code(String text) {
        return "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
