package dev.onceward.application;

/// The answer to a booking.
public record Booked(String booking) {}
