package dev.onceward.application;

/// What a client asks for.
record Booking(String id, String text) {}
