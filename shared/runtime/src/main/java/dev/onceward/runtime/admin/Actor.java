package dev.onceward.runtime.admin;

import java.util.Set;

import dev.onceward.runtime.problem.ProblemException;

/// Who changes something through the admin API, and why.
///
/// @param why empty if the operator gave no reason
public record Actor(String by, String why) {
    /// The parameters that name an actor.
    public static final Set<String> NAMES = Set.of("by", "why");

    public static Actor of(AdminParameters parameters) {
        var by = parameters.line("by").orElse("operator");
        if (by.isBlank()) {
            throw ProblemException.malformed("by must name somebody, or be left out.");
        }
        return new Actor(by, parameters.line("why").orElse(""));
    }

    /// @throws ProblemException if the operator gave no reason
    public Actor withReason() {
        if (why.isBlank()) {
            throw ProblemException.malformed("Say why, as in {\"why\": \"the receiver is being rebuilt\"}.");
        }
        return this;
    }
}
