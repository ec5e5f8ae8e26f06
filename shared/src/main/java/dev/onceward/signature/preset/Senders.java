package dev.onceward.signature.preset;

import java.util.Set;

import dev.onceward.signature.Scheme;
import dev.onceward.signature.StandardWebhooks;
import dev.onceward.signature.form.Facts;
import dev.onceward.signature.sender.Addresses;
import dev.onceward.signature.sender.Adyen;
import dev.onceward.signature.sender.FormParameters;
import dev.onceward.signature.sender.ForwardedCertificate;
import dev.onceward.signature.sender.ForwardedCertificate.Ingress;
import dev.onceward.signature.sender.GooglePush;
import dev.onceward.signature.sender.Netlify;
import dev.onceward.signature.sender.PayPal;
import dev.onceward.signature.sender.Sns;

/// The schemes that are more than data.
final class Senders {
    private static final Set<String> WITH_URL = Set.of("twilio", "mandrill", "google");

    private static final Set<String> WITHOUT_BODY = Set.of("google", "envoy", "nginx", "traefik", "addresses");

    private Senders() {}

    static Scheme scheme(String code, Facts facts, Terms terms) {
        var secrets = terms.secrets();
        return switch (code) {
            case "standard-webhooks" -> standardWebhooks(facts, terms);
            case "twilio" -> new FormParameters(secrets, "X-Twilio-Signature", terms.url(), true);
            case "mandrill" -> new FormParameters(secrets, "X-Mandrill-Signature", terms.url(), false);
            case "adyen" -> new Adyen(secrets);
            case "paypal" -> new PayPal(secrets, terms.keys());
            case "sns" -> new Sns(secrets, terms.keys());
            case "netlify" -> new Netlify(secrets);
            case "google" -> new GooglePush(secrets, terms.url(), terms.keys());
            case "envoy" -> new ForwardedCertificate(secrets, Ingress.ENVOY);
            case "nginx" -> new ForwardedCertificate(secrets, Ingress.NGINX);
            case "traefik" -> new ForwardedCertificate(secrets, Ingress.TRAEFIK);
            case "addresses" -> new Addresses(secrets);
            default -> throw new IllegalStateException("no code for the scheme " + code);
        };
    }

    private static Scheme standardWebhooks(Facts facts, Terms terms) {
        var headers = facts.text("headers").orElse("webhook");
        return facts.text("secret").filter("text"::equals).isPresent()
                ? StandardWebhooks.ofTexts(terms.secrets(), headers, terms.tolerance())
                : new StandardWebhooks(terms.secrets(), headers, terms.tolerance());
    }

    /// Whether the body is signed, and nothing else of what is stored.
    static boolean signsBody(String code) {
        return !WITHOUT_BODY.contains(code);
    }

    static boolean needsUrl(String code) {
        return WITH_URL.contains(code);
    }
}
