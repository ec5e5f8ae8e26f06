package dev.onceward.intake.handshake;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

import io.vertx.core.json.JsonObject;

import dev.onceward.intake.handshake.Greeted.Answered;
import dev.onceward.intake.handshake.Greeted.Visiting;
import dev.onceward.signature.Encoding;
import dev.onceward.signature.sender.AmazonHost;

/// Handshakes that were verified like any event.
final class Signed {
    /// What else a visit could do there is not for a message to choose.
    private static final Pattern CONFIRMING = Pattern.compile("Action=ConfirmSubscription(?:&(?!Action=)[^&]*)*+");

    private Signed() {}

    static Optional<Greeted> slack(Greeting greeting) {
        return says(greeting, "/type", "url_verification")
                ? greeting.json("/challenge").map(challenge -> new Answered(Reply.text(challenge)))
                : Optional.empty();
    }

    static Optional<Greeted> zoom(Greeting greeting) {
        return says(greeting, "/event", "endpoint.url_validation")
                ? greeting.json("/payload/plainToken").flatMap(token -> zoom(greeting, token))
                : Optional.empty();
    }

    private static Optional<Greeted> zoom(Greeting greeting, String token) {
        return Proof.of(greeting, token, Encoding.HEX)
                .map(proof -> new JsonObject().put("plainToken", token).put("encryptedToken", proof))
                .map(json -> new Answered(Reply.json(json.encode())));
    }

    static Optional<Greeted> discord(Greeting greeting) {
        return says(greeting, "/type", "1") ? Optional.of(new Answered(Reply.json("{\"type\":1}"))) : Optional.empty();
    }

    static Optional<Greeted> discordEvents(Greeting greeting) {
        return says(greeting, "/type", "0") ? Optional.of(new Answered(Reply.nothing(204))) : Optional.empty();
    }

    static Optional<Greeted> twitch(Greeting greeting) {
        return greeting.header("Twitch-Eventsub-Message-Type").filter("webhook_callback_verification"::equals)
                .flatMap(_ -> greeting.json("/challenge"))
                .map(challenge -> new Answered(Reply.text(challenge)));
    }

    static Optional<Greeted> eventGrid(Greeting greeting) {
        return says(greeting, "/0/eventType", "Microsoft.EventGrid.SubscriptionValidationEvent")
                ? greeting.json("/0/data/validationCode")
                        .map(code -> new JsonObject().put("validationResponse", code))
                        .map(json -> new Answered(Reply.json(json.encode())))
                : Optional.empty();
    }

    static Optional<Greeted> sns(Greeting greeting) {
        return says(greeting, "/Type", "SubscriptionConfirmation")
                ? greeting.json("/SubscribeURL").flatMap(Signed::amazon)
                        .map(address -> new Visiting(address, Reply.nothing(200)))
                : Optional.empty();
    }

    /// Anybody can have a topic of their own tell us an address to visit: only Amazon's are.
    private static Optional<URI> amazon(String text) {
        return AmazonHost.of(text).filter(address -> address.getRawQuery() != null
                && CONFIRMING.matcher(address.getRawQuery()).matches());
    }

    private static boolean says(Greeting greeting, String pointer, String value) {
        return greeting.json(pointer).filter(value::equals).isPresent();
    }
}
