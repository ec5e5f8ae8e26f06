package dev.onceward.intake.newevent;

import java.util.UUID;

/// What a sender is told about its event, for the first request and for each duplicate.
public record Receipt(UUID event, String topic) {}
