package dev.onceward.intake.receive;

import dev.onceward.intake.store.StoreRequest;
import dev.onceward.runtime.problem.Problem;

/// A request read as an event, or why it cannot be.
sealed interface ParsedEvent {

    record ReadyToStore(StoreRequest toStore) implements ParsedEvent {}

    record NotAnEvent(Problem problem) implements ParsedEvent {}
}
