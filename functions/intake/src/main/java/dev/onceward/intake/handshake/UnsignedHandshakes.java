package dev.onceward.intake.handshake;

import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import io.vertx.core.json.JsonObject;

import dev.onceward.intake.handshake.HandshakeOutcome.Answered;
import dev.onceward.intake.handshake.HandshakeOutcome.Denied;
import dev.onceward.intake.handshake.HandshakeOutcome.SecretReceived;
import dev.onceward.intake.signature.field.Encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Answers handshakes of senders that cannot sign yet, or never sign. Nothing of them is stored.
final class UnsignedHandshakes {
    private static final Pattern SECRET = Pattern.compile("[!-~]{8,255}");
    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_=-]+");
    private static final int LONGEST_CHALLENGE = 200;
    private static final Pattern PING = Pattern.compile("webhook_id=[0-9]{1,20}");
    private static final Set<String> NO_EVENTS = Set.of("mandrill_events=%5B%5D", "mandrill_events=[]");
    private static final Map<String, String> WELCOME = Map.of("Allow", "OPTIONS, POST", "WebHook-Allowed-Origin", "*",
            "WebHook-Allowed-Rate", "*");
    private static final HandshakeOutcome DENIED = new Denied();

    private UnsignedHandshakes() {}

    /// Signs what a stranger wrote with the secret that signs events. [RejectOwnChallenge] exists for this reason.
    static Optional<HandshakeOutcome> x(HandshakeRequest handshakeRequest) {
        return get(handshakeRequest, "crc_token").filter(token -> isChallenge(token.getBytes(UTF_8)))
                .flatMap(token -> SignChallenge.of(handshakeRequest, token, Encoding.BASE64))
                .map(proof -> new JsonObject().put("response_token", "sha256=" + proof))
                .map(json -> new Answered(HandshakeReply.json(json.encode())));
    }

    /// Whether intake signs this text for anybody who asks.
    static boolean isChallenge(byte[] text) {
        return text.length <= LONGEST_CHALLENGE && CHALLENGE.matcher(new String(text, UTF_8)).matches();
    }

    static Optional<HandshakeOutcome> meta(HandshakeRequest handshakeRequest) {
        return get(handshakeRequest, "hub.mode").filter("subscribe"::equals)
                .flatMap(_ -> handshakeRequest.parameter("hub.challenge"))
                .map(challenge -> knows(handshakeRequest, "hub.verify_token")
                        ? new Answered(HandshakeReply.text(challenge))
                        : DENIED);
    }

    static Optional<HandshakeOutcome> echo(HandshakeRequest handshakeRequest, String parameter) {
        return get(handshakeRequest, parameter).map(challenge -> new Answered(HandshakeReply.text(challenge)));
    }

    /// WooCommerce announces a new webhook by a form with its id. An event never is such a form.
    static Optional<HandshakeOutcome> wooCommerce(HandshakeRequest handshakeRequest) {
        return handshakeRequest.is("POST") && handshakeRequest.request().length() < 64
                && PING.matcher(handshakeRequest.request().body().toString(UTF_8)).matches()
                        ? Optional.of(new Answered(HandshakeReply.nothing(200)))
                        : Optional.empty();
    }

    /// Mandrill signs this request with a key that everybody knows, because a webhook has no key before it is created.
    /// The request holds no event.
    static Optional<HandshakeOutcome> mandrill(HandshakeRequest handshakeRequest) {
        return handshakeRequest.is("POST") && handshakeRequest.request().body().length() < 64
                && NO_EVENTS.contains(handshakeRequest.request().body().toString(UTF_8))
                        ? Optional.of(new Answered(HandshakeReply.nothing(200)))
                        : Optional.empty();
    }

    static Optional<HandshakeOutcome> microsoftGraph(HandshakeRequest handshakeRequest) {
        return handshakeRequest.is("POST")
                ? handshakeRequest.parameter("validationToken").map(token -> new Answered(HandshakeReply.text(token)))
                : Optional.empty();
    }

    static Optional<HandshakeOutcome> okta(HandshakeRequest handshakeRequest) {
        return handshakeRequest.is("GET")
                ? handshakeRequest.header("X-Okta-Verification-Challenge")
                        .map(challenge -> new JsonObject().put("verification", challenge))
                        .map(json -> new Answered(HandshakeReply.json(json.encode())))
                : Optional.empty();
    }

    /// Only a sender that knows the token may give a secret, because whoever gives a secret can sign anything. A
    /// request that is signed already is an event.
    static Optional<HandshakeOutcome> asana(HandshakeRequest handshakeRequest) {
        return handshakeRequest.is("POST") && handshakeRequest.header("X-Hook-Signature").isEmpty()
                ? handshakeRequest.header("X-Hook-Secret").filter(SECRET.asMatchPredicate())
                        .map(secret -> asana(handshakeRequest, secret))
                : Optional.empty();
    }

    private static HandshakeOutcome asana(HandshakeRequest handshakeRequest, String secret) {
        return knows(handshakeRequest, "token")
                ? new SecretReceived(secret, new HandshakeReply(200, Map.of("X-Hook-Secret", secret), ""))
                : DENIED;
    }

    static Optional<HandshakeOutcome> welcome(HandshakeRequest handshakeRequest, String method) {
        return handshakeRequest.is(method) ? Optional.of(new Answered(HandshakeReply.nothing(200))) : Optional.empty();
    }

    static Optional<HandshakeOutcome> cloudEvents(HandshakeRequest handshakeRequest) {
        return handshakeRequest.is("OPTIONS")
                ? handshakeRequest.header("WebHook-Request-Origin")
                        .map(_ -> new Answered(new HandshakeReply(200, WELCOME, "")))
                : Optional.empty();
    }

    private static Optional<String> get(HandshakeRequest handshakeRequest, String parameter) {
        return handshakeRequest.is("GET") ? handshakeRequest.parameter(parameter) : Optional.empty();
    }

    private static boolean knows(HandshakeRequest handshakeRequest, String parameter) {
        return handshakeRequest.parameter(parameter).isPresent() && handshakeRequest.token().isPresent()
                && MessageDigest.isEqual(handshakeRequest.parameter(parameter).get().getBytes(UTF_8),
                        handshakeRequest.token().get().text().getBytes(UTF_8));
    }
}
