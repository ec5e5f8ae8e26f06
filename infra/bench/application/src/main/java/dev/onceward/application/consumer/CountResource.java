package dev.onceward.application.consumer;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/count")
class CountResource {
    private final CountBookings countBookings;

    CountResource(CountBookings countBookings) {
        this.countBookings = countBookings;
    }

    @GET
    public String count() {
        return Long.toString(countBookings.sum());
    }
}
