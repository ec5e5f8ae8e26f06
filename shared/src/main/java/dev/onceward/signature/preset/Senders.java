package dev.onceward.signature.preset;

import dev.onceward.signature.Scheme;
import dev.onceward.signature.StandardWebhooks;
import dev.onceward.signature.form.Facts;

/// The schemes that are more than data.
final class Senders {
    private Senders() {}

    static Scheme scheme(String code, Facts facts, Terms terms) {
        return switch (code) {
            case "standard-webhooks" -> new StandardWebhooks(terms.secrets(), facts.text("headers").orElse("webhook"),
                    terms.tolerance());
            default -> throw new IllegalStateException("no code for the scheme " + code);
        };
    }

    static boolean needsUrl(String code) {
        return switch (code) {
            case "twilio" -> true;
            default -> false;
        };
    }
}
