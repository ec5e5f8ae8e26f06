package dev.onceward.intake.signature.preset;

import java.util.Set;

import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.certificate.ForwardedCertificate;
import dev.onceward.intake.signature.certificate.ForwardedCertificate.Ingress;
import dev.onceward.intake.signature.certificate.PayPal;
import dev.onceward.intake.signature.certificate.Sns;
import dev.onceward.intake.signature.form.SchemeProperties;
import dev.onceward.intake.signature.jwt.GoogleOidc;
import dev.onceward.intake.signature.jwt.Netlify;
import dev.onceward.intake.signature.sender.Addresses;
import dev.onceward.intake.signature.sender.Adyen;
import dev.onceward.intake.signature.sender.FormParameters;
import dev.onceward.intake.signature.sender.StandardWebhooks;

/// Makes the schemes that settings cannot describe and that have a class of their own.
final class SenderSchemes {
    private static final Set<String> WITH_URL = Set.of("twilio", "mandrill", "google");

    private static final Set<String> WITHOUT_BODY = Set.of("google", "envoy", "nginx", "traefik", "addresses");

    private SenderSchemes() {}

    static Scheme scheme(String code, SchemeProperties schemeProperties, PresetOptions presetOptions) {
        var secrets = presetOptions.secrets();
        return switch (code) {
            case "standard-webhooks" -> standardWebhooks(schemeProperties, presetOptions);
            case "twilio" -> new FormParameters(secrets, "X-Twilio-Signature", presetOptions.url(), true);
            case "mandrill" -> new FormParameters(secrets, "X-Mandrill-Signature", presetOptions.url(), false);
            case "adyen" -> new Adyen(secrets);
            case "paypal" -> new PayPal(secrets, presetOptions.keys());
            case "sns" -> new Sns(secrets, presetOptions.keys());
            case "netlify" -> new Netlify(secrets);
            case "google" -> new GoogleOidc(secrets, presetOptions.url(), presetOptions.keys());
            case "envoy" -> new ForwardedCertificate(secrets, Ingress.ENVOY);
            case "nginx" -> new ForwardedCertificate(secrets, Ingress.NGINX);
            case "traefik" -> new ForwardedCertificate(secrets, Ingress.TRAEFIK);
            case "addresses" -> new Addresses(secrets);
            default -> throw new IllegalStateException("no code for the scheme " + code);
        };
    }

    private static Scheme standardWebhooks(SchemeProperties schemeProperties, PresetOptions presetOptions) {
        var headers = schemeProperties.text("headers").orElse("webhook");
        return schemeProperties.text("secret").filter("text"::equals).isPresent()
                ? StandardWebhooks.ofTexts(presetOptions.secrets(), headers, presetOptions.tolerance())
                : new StandardWebhooks(presetOptions.secrets(), headers, presetOptions.tolerance());
    }

    /// Whether the signature covers the body, and nothing else that is stored.
    static boolean signsBody(String code) {
        return !WITHOUT_BODY.contains(code);
    }

    static boolean needsUrl(String code) {
        return WITH_URL.contains(code);
    }
}
