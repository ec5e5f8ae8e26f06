package dev.onceward.application;

/// The answer to a booking.
record Booked(String booking) {}
