package dev.onceward.intake.handshake;

import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import io.vertx.core.json.JsonObject;

import dev.onceward.intake.handshake.Greeted.Answered;
import dev.onceward.intake.handshake.Greeted.Denied;
import dev.onceward.intake.handshake.Greeted.Learned;
import dev.onceward.signature.Encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Handshakes of senders that cannot sign yet, or do not. They answer what was asked and store nothing.
final class Open {
    private static final Pattern SECRET = Pattern.compile("[!-~]{8,255}");
    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_=-]+");
    private static final int LONGEST_CHALLENGE = 200;
    private static final Pattern PING = Pattern.compile("webhook_id=[0-9]{1,20}");
    private static final Set<String> NO_EVENTS = Set.of("mandrill_events=%5B%5D", "mandrill_events=[]");
    private static final Map<String, String> WELCOME = Map.of("Allow", "OPTIONS, POST", "WebHook-Allowed-Origin", "*",
            "WebHook-Allowed-Rate", "*");
    private static final Greeted DENIED = new Denied();

    private Open() {}

    /// The answer is a signature over what a stranger wrote, by the secret that signs events. Hence [Unasked].
    static Optional<Greeted> x(Greeting greeting) {
        return get(greeting, "crc_token").filter(token -> isChallenge(token.getBytes(UTF_8)))
                .flatMap(token -> Proof.of(greeting, token, Encoding.BASE64))
                .map(proof -> new JsonObject().put("response_token", "sha256=" + proof))
                .map(json -> new Answered(Reply.json(json.encode())));
    }

    /// Whether we sign it for whoever asks.
    static boolean isChallenge(byte[] text) {
        return text.length <= LONGEST_CHALLENGE && CHALLENGE.matcher(new String(text, UTF_8)).matches();
    }

    static Optional<Greeted> meta(Greeting greeting) {
        return get(greeting, "hub.mode").filter("subscribe"::equals).flatMap(_ -> greeting.parameter("hub.challenge"))
                .map(challenge -> knows(greeting, "hub.verify_token")
                        ? new Answered(Reply.text(challenge))
                        : DENIED);
    }

    static Optional<Greeted> echo(Greeting greeting, String parameter) {
        return get(greeting, parameter).map(challenge -> new Answered(Reply.text(challenge)));
    }

    /// A form that says which webhook was made, before it is used; no event is one.
    static Optional<Greeted> wooCommerce(Greeting greeting) {
        return greeting.is("POST") && greeting.request().length() < 64
                && PING.matcher(greeting.request().body().toString(UTF_8)).matches()
                        ? Optional.of(new Answered(Reply.nothing(200)))
                        : Optional.empty();
    }

    /// Signed with a key that everybody knows, as a webhook has none of its own before it is made; no event is in it.
    static Optional<Greeted> mandrill(Greeting greeting) {
        return greeting.is("POST") && greeting.request().body().length() < 64
                && NO_EVENTS.contains(greeting.request().body().toString(UTF_8))
                        ? Optional.of(new Answered(Reply.nothing(200)))
                        : Optional.empty();
    }

    static Optional<Greeted> microsoftGraph(Greeting greeting) {
        return greeting.is("POST")
                ? greeting.parameter("validationToken").map(token -> new Answered(Reply.text(token)))
                : Optional.empty();
    }

    static Optional<Greeted> okta(Greeting greeting) {
        return greeting.is("GET")
                ? greeting.header("X-Okta-Verification-Challenge")
                        .map(challenge -> new JsonObject().put("verification", challenge))
                        .map(json -> new Answered(Reply.json(json.encode())))
                : Optional.empty();
    }

    /// Whoever could hand us a secret could sign whatever they like: only who knows the token may. What is signed already
    /// is an event.
    static Optional<Greeted> asana(Greeting greeting) {
        return greeting.is("POST") && greeting.header("X-Hook-Signature").isEmpty()
                ? greeting.header("X-Hook-Secret").filter(SECRET.asMatchPredicate())
                        .map(secret -> asana(greeting, secret))
                : Optional.empty();
    }

    private static Greeted asana(Greeting greeting, String secret) {
        return knows(greeting, "token")
                ? new Learned(secret, new Reply(200, Map.of("X-Hook-Secret", secret), ""))
                : DENIED;
    }

    static Optional<Greeted> welcome(Greeting greeting, String method) {
        return greeting.is(method) ? Optional.of(new Answered(Reply.nothing(200))) : Optional.empty();
    }

    static Optional<Greeted> cloudEvents(Greeting greeting) {
        return greeting.is("OPTIONS")
                ? greeting.header("WebHook-Request-Origin").map(_ -> new Answered(new Reply(200, WELCOME, "")))
                : Optional.empty();
    }

    private static Optional<String> get(Greeting greeting, String parameter) {
        return greeting.is("GET") ? greeting.parameter(parameter) : Optional.empty();
    }

    private static boolean knows(Greeting greeting, String parameter) {
        return greeting.parameter(parameter).isPresent() && greeting.token().isPresent()
                && MessageDigest.isEqual(greeting.parameter(parameter).get().getBytes(UTF_8),
                        greeting.token().get().text().getBytes(UTF_8));
    }
}
