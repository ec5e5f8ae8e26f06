package dev.onceward.intake.handshake;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.onceward.intake.signature.preset.Preset;

/// The handshakes that a preset can name. Those of the first line are signed like events. Those of the other lines come
/// before the sender can sign, so their answers reveal no more than the request asked for.
public enum Handshake {
    SLACK, ZOOM, DISCORD, DISCORD_EVENTS, TWITCH, EVENT_GRID, SNS,
    X, META, DROPBOX, MICROSOFT_GRAPH, OKTA, ONFLEET, WOOCOMMERCE, MANDRILL, ASANA, GET, HEAD, CLOUDEVENTS;

    /// @throws IllegalArgumentException whose message ends the sentence "the handshake …"
    public static Handshake named(String word) {
        return Stream.of(values()).filter(known -> known.word().equals(word)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of "
                        + Stream.of(values()).map(Handshake::word).collect(Collectors.joining(", "))));
    }

    public static List<Handshake> of(Preset preset) {
        return preset.handshakes().stream().map(Handshake::named).toList();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public boolean isSigned() {
        return switch (this) {
            case SLACK, ZOOM, DISCORD, DISCORD_EVENTS, TWITCH, EVENT_GRID, SNS -> true;
            case X, META, DROPBOX, MICROSOFT_GRAPH, OKTA, ONFLEET, WOOCOMMERCE, MANDRILL, ASANA, GET, HEAD,
                    CLOUDEVENTS ->
                false;
        };
    }

    /// Whether the sender must know the source's token to be answered.
    public boolean needsToken() {
        return this == META || this == ASANA;
    }

    /// Empty if the request is not this handshake.
    public Optional<HandshakeOutcome> answer(HandshakeRequest handshakeRequest) {
        return switch (this) {
            case SLACK -> SignedHandshakes.slack(handshakeRequest);
            case ZOOM -> SignedHandshakes.zoom(handshakeRequest);
            case DISCORD -> SignedHandshakes.discord(handshakeRequest);
            case DISCORD_EVENTS -> SignedHandshakes.discordEvents(handshakeRequest);
            case TWITCH -> SignedHandshakes.twitch(handshakeRequest);
            case EVENT_GRID -> SignedHandshakes.eventGrid(handshakeRequest);
            case SNS -> SignedHandshakes.sns(handshakeRequest);
            case X -> UnsignedHandshakes.x(handshakeRequest);
            case META -> UnsignedHandshakes.meta(handshakeRequest);
            case DROPBOX -> UnsignedHandshakes.echo(handshakeRequest, "challenge");
            case ONFLEET -> UnsignedHandshakes.echo(handshakeRequest, "check");
            case WOOCOMMERCE -> UnsignedHandshakes.wooCommerce(handshakeRequest);
            case MANDRILL -> UnsignedHandshakes.mandrill(handshakeRequest);
            case MICROSOFT_GRAPH -> UnsignedHandshakes.microsoftGraph(handshakeRequest);
            case OKTA -> UnsignedHandshakes.okta(handshakeRequest);
            case ASANA -> UnsignedHandshakes.asana(handshakeRequest);
            case GET -> UnsignedHandshakes.welcome(handshakeRequest, "GET");
            case HEAD -> UnsignedHandshakes.welcome(handshakeRequest, "HEAD");
            case CLOUDEVENTS -> UnsignedHandshakes.cloudEvents(handshakeRequest);
        };
    }
}
