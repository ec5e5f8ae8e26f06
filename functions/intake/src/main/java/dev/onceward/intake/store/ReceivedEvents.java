package dev.onceward.intake.store;

import java.util.List;

import dev.onceward.intake.store.IntakeOutcome.RequestRefused;

/// The outcomes of the events of one request.
public sealed interface ReceivedEvents {

    /// Whether every event is stored, so that the sender has to send none again.
    boolean isStored();

    record One(IntakeOutcome outcome) implements ReceivedEvents {

        @Override
        public boolean isStored() {
            return !(outcome instanceof RequestRefused);
        }
    }

    record Each(List<IntakeOutcome> outcomes) implements ReceivedEvents {

        @Override
        public boolean isStored() {
            return outcomes.stream().noneMatch(RequestRefused.class::isInstance);
        }
    }
}
