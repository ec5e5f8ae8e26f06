package dev.onceward.intake.handshake;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

import io.vertx.core.json.JsonObject;

import dev.onceward.intake.handshake.HandshakeOutcome.Answered;
import dev.onceward.intake.handshake.HandshakeOutcome.ConfirmByFetch;
import dev.onceward.intake.signature.certificate.AmazonHost;
import dev.onceward.intake.signature.field.Encoding;

/// Answers handshakes that were verified like events.
final class SignedHandshakes {
    /// The only query that intake fetches. A message must not choose what else happens at that address.
    private static final Pattern CONFIRMING = Pattern.compile("Action=ConfirmSubscription(?:&(?!Action=)[^&]*)*+");

    private SignedHandshakes() {}

    static Optional<HandshakeOutcome> slack(HandshakeRequest handshakeRequest) {
        return says(handshakeRequest, "/type", "url_verification")
                ? handshakeRequest.json("/challenge").map(challenge -> new Answered(HandshakeReply.text(challenge)))
                : Optional.empty();
    }

    static Optional<HandshakeOutcome> zoom(HandshakeRequest handshakeRequest) {
        return says(handshakeRequest, "/event", "endpoint.url_validation")
                ? handshakeRequest.json("/payload/plainToken").flatMap(token -> zoom(handshakeRequest, token))
                : Optional.empty();
    }

    private static Optional<HandshakeOutcome> zoom(HandshakeRequest handshakeRequest, String token) {
        return SignChallenge.of(handshakeRequest, token, Encoding.HEX)
                .map(proof -> new JsonObject().put("plainToken", token).put("encryptedToken", proof))
                .map(json -> new Answered(HandshakeReply.json(json.encode())));
    }

    static Optional<HandshakeOutcome> discord(HandshakeRequest handshakeRequest) {
        return says(handshakeRequest, "/type", "1")
                ? Optional.of(new Answered(HandshakeReply.json("{\"type\":1}")))
                : Optional.empty();
    }

    static Optional<HandshakeOutcome> discordEvents(HandshakeRequest handshakeRequest) {
        return says(handshakeRequest, "/type", "0")
                ? Optional.of(new Answered(HandshakeReply.nothing(204)))
                : Optional.empty();
    }

    static Optional<HandshakeOutcome> twitch(HandshakeRequest handshakeRequest) {
        return handshakeRequest.header("Twitch-Eventsub-Message-Type").filter("webhook_callback_verification"::equals)
                .flatMap(_ -> handshakeRequest.json("/challenge"))
                .map(challenge -> new Answered(HandshakeReply.text(challenge)));
    }

    static Optional<HandshakeOutcome> eventGrid(HandshakeRequest handshakeRequest) {
        return says(handshakeRequest, "/0/eventType", "Microsoft.EventGrid.SubscriptionValidationEvent")
                ? handshakeRequest.json("/0/data/validationCode")
                        .map(code -> new JsonObject().put("validationResponse", code))
                        .map(json -> new Answered(HandshakeReply.json(json.encode())))
                : Optional.empty();
    }

    static Optional<HandshakeOutcome> sns(HandshakeRequest handshakeRequest) {
        return says(handshakeRequest, "/Type", "SubscriptionConfirmation")
                ? handshakeRequest.json("/SubscribeURL").flatMap(SignedHandshakes::amazon)
                        .map(address -> new ConfirmByFetch(address, HandshakeReply.nothing(200)))
                : Optional.empty();
    }

    /// Returns the address only if it is Amazon's: anybody can make a topic of their own send any other address.
    private static Optional<URI> amazon(String text) {
        return AmazonHost.of(text).filter(address -> address.getRawQuery() != null
                && CONFIRMING.matcher(address.getRawQuery()).matches());
    }

    private static boolean says(HandshakeRequest handshakeRequest, String pointer, String value) {
        return handshakeRequest.json(pointer).filter(value::equals).isPresent();
    }
}
