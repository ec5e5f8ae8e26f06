package dev.onceward.intake;

import java.util.List;

import dev.onceward.intake.Outcome.Refused;

/// What became of the events of one request.
sealed interface Received {

    /// Whether nothing of it has to be sent again.
    boolean isStored();

    record One(Outcome outcome) implements Received {

        @Override
        public boolean isStored() {
            return !(outcome instanceof Refused);
        }
    }

    record Each(List<Outcome> outcomes) implements Received {

        @Override
        public boolean isStored() {
            return outcomes.stream().noneMatch(Refused.class::isInstance);
        }
    }
}
