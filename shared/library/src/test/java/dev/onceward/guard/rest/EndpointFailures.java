package dev.onceward.guard.rest;

import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.Response;

/// What the methods throw. The name of an order begins with what happens to it.
final class EndpointFailures {

    static final class OutOfStock extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static final class WarehouseOnFire extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static final class MappedLater extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static final class BreaksMapper extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private EndpointFailures() {}

    /// Counts a run.
    static Throwable of(String order) {
        var run = MethodRuns.count(order);
        return switch (order.replaceFirst("-.*", "")) {
            case "conflict" -> new ClientErrorException(Response.status(409).entity("run " + run).build());
            case "bare" -> new ClientErrorException(402);
            case "mapped" -> new OutOfStock();
            case "later" -> new MappedLater();
            case "burnt" -> new WarehouseOnFire();
            case "unavailable" -> new ServiceUnavailableException();
            case "unmapper" -> new BreaksMapper();
            case "panic" -> new StackOverflowError("too deep for " + order);
            default -> new IllegalStateException("broken " + order);
        };
    }
}
