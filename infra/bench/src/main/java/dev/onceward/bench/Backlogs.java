package dev.onceward.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What there is to be carried away, made when it is asked for: one log for all subscriptions of the relay, a table for
/// each of the others.
final class Backlogs {
    private final DeliveryAddresses deliveryAddresses;
    private final int events;
    private final int eventsForGruelbox;
    private boolean filled;

    Backlogs(DeliveryAddresses deliveryAddresses, RelayOptions options) {
        this.deliveryAddresses = deliveryAddresses;
        this.events = options.events();
        this.eventsForGruelbox = options.eventsForGruelbox();
    }

    /// @return how many there are
    long of(RelayTarget relayTarget) throws IOException, InterruptedException {
        return switch (relayTarget) {
            case SKIP_LOCKED -> outbox();
            case GRUELBOX -> gruelbox();
            default -> log();
        };
    }

    private long log() {
        if (!filled) {
            try (var appender = new Appender(deliveryAddresses.vertx(), deliveryAddresses.postgres(), _ -> {})) {
                System.err.printf("    %,d events%n", events);
                appender.fill(events);
            }
            filled = true;
        }
        return events;
    }

    private long outbox() {
        try (var outbox = OutboxTable.made(deliveryAddresses)) {
            outbox.fill(events);
        }
        return events;
    }

    /// By its own means.
    private long gruelbox() throws IOException, InterruptedException {
        var program = new ArrayList<>(RelayTarget.GRUELBOX.program("", "", ""));
        program.addAll(List.of("fill", Integer.toString(eventsForGruelbox)));
        try (var filling = JavaProcess.start("gruelbox-fill", program, deliveryAddresses.environment(0, 0), false)) {
            if (filling.process().waitFor() != 0) {
                throw new IOException("gruelbox takes nothing: see " + filling.log());
            }
        }
        return eventsForGruelbox;
    }
}
