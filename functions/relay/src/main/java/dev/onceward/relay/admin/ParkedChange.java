package dev.onceward.relay.admin;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.onceward.relay.operate.ParkedFilter;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.runtime.admin.AdminParameters;

/// An operator's wish to redrive or to drop parked events.
///
/// @param perSecond how many of them are redriven in a second
/// @param dryRun whether they are counted only
record ParkedChange(Actor actor, ParkedFilter filter, double perSecond, boolean dryRun) {
    static final Set<String> OF_DROP = names(Set.of("dryRun"));
    static final Set<String> OF_REDRIVE = names(Set.of("dryRun", "perSecond"));
    private static final double USUAL_RATE = 100;
    private static final int HIGHEST_RATE = 100_000;

    static ParkedChange of(AdminParameters parameters) {
        return new ParkedChange(Actor.of(parameters), ReadParkedFilter.toChange(parameters),
                parameters.number("perSecond", USUAL_RATE, HIGHEST_RATE), parameters.flag("dryRun"));
    }

    private static Set<String> names(Set<String> own) {
        return Stream.of(own, Actor.NAMES, ReadParkedFilter.NAMES).flatMap(Set::stream)
                .collect(Collectors.toUnmodifiableSet());
    }
}
