package dev.onceward.intake.newevent;

import java.util.UUID;

/// What a sender is told, the first time and every time after.
public record Receipt(UUID event, String topic) {}
