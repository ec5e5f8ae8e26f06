package dev.onceward.intake.handshake;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.onceward.signature.preset.Preset;

/// The handshakes there are, by the names that presets know them by. Those of the first group come signed like any
/// event; those of the second before the sender can sign, so they give away nothing but what was asked.
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

    /// Whether nobody may be greeted who does not know the source's token.
    public boolean needsToken() {
        return this == META || this == ASANA;
    }

    /// Nothing if the request is something else.
    public Optional<Greeted> greet(Greeting greeting) {
        return switch (this) {
            case SLACK -> Signed.slack(greeting);
            case ZOOM -> Signed.zoom(greeting);
            case DISCORD -> Signed.discord(greeting);
            case DISCORD_EVENTS -> Signed.discordEvents(greeting);
            case TWITCH -> Signed.twitch(greeting);
            case EVENT_GRID -> Signed.eventGrid(greeting);
            case SNS -> Signed.sns(greeting);
            case X -> Open.x(greeting);
            case META -> Open.meta(greeting);
            case DROPBOX -> Open.echo(greeting, "challenge");
            case ONFLEET -> Open.echo(greeting, "check");
            case WOOCOMMERCE -> Open.wooCommerce(greeting);
            case MANDRILL -> Open.mandrill(greeting);
            case MICROSOFT_GRAPH -> Open.microsoftGraph(greeting);
            case OKTA -> Open.okta(greeting);
            case ASANA -> Open.asana(greeting);
            case GET -> Open.welcome(greeting, "GET");
            case HEAD -> Open.welcome(greeting, "HEAD");
            case CLOUDEVENTS -> Open.cloudEvents(greeting);
        };
    }
}
