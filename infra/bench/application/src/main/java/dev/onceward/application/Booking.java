package dev.onceward.application;

/// What a client asks for.
public record Booking(String id, String text) {}
