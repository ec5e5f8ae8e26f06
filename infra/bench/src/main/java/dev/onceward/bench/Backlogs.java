package dev.onceward.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What there is to be carried away, made when it is asked for: one log for all subscriptions of the relay, a table for
/// each of the others.
final class Backlogs {
    private final Places places;
    private final int events;
    private final int eventsForGruelbox;
    private boolean filled;

    Backlogs(Places places, RelayOptions options) {
        this.places = places;
        this.events = options.events();
        this.eventsForGruelbox = options.eventsForGruelbox();
    }

    /// @return how many there are
    long of(Carrier carrier) throws IOException, InterruptedException {
        return switch (carrier) {
            case SKIP_LOCKED -> outbox();
            case GRUELBOX -> gruelbox();
            default -> log();
        };
    }

    private long log() {
        if (!filled) {
            try (var appender = new Appender(places.vertx(), places.postgres(), _ -> {})) {
                System.err.printf("    %,d events%n", events);
                appender.fill(events);
            }
            filled = true;
        }
        return events;
    }

    private long outbox() {
        try (var outbox = Outbox.made(places)) {
            outbox.fill(events);
        }
        return events;
    }

    /// By its own means.
    private long gruelbox() throws IOException, InterruptedException {
        var program = new ArrayList<>(Carrier.GRUELBOX.program("", "", ""));
        program.addAll(List.of("fill", Integer.toString(eventsForGruelbox)));
        try (var filling = Daemon.start("gruelbox-fill", program, places.environment(0, 0), false)) {
            if (filling.process().waitFor() != 0) {
                throw new IOException("gruelbox takes nothing: see " + filling.log());
            }
        }
        return eventsForGruelbox;
    }
}
