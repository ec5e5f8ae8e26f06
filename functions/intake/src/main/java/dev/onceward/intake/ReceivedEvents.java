package dev.onceward.intake;

import java.util.List;

import dev.onceward.intake.IntakeOutcome.RequestRefused;

/// What became of the events of one request.
sealed interface ReceivedEvents {

    /// Whether nothing of it has to be sent again.
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
