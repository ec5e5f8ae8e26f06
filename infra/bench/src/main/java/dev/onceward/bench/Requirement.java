package dev.onceward.bench;

import java.util.Optional;

/// What a figure has to reach.
///
/// @param what the figure, with a place in it for the number
/// @param least whether the limit is the least allowed, or the most
record Requirement(String what, Optional<Double> figure, boolean least, double limit) {

    static Requirement least(String what, Optional<Double> figure, double limit) {
        return new Requirement(what, figure, true, limit);
    }

    static Requirement most(String what, Optional<Double> figure, double limit) {
        return new Requirement(what, figure, false, limit);
    }

    @Override
    public String toString() {
        return "- %s: %s (%s %s)".formatted(verdict(), what.formatted(number()), least ? "at least" : "at most",
                limit);
    }

    private String verdict() {
        return figure.map(number -> passed(number) ? "pass" : "short").orElse("not measured");
    }

    private String number() {
        return figure.map("%.2f"::formatted).orElse("?");
    }

    private boolean passed(double number) {
        return least ? number >= limit : number <= limit;
    }
}
