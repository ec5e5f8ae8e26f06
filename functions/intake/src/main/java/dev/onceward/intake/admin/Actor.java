package dev.onceward.intake.admin;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

import dev.onceward.internal.request.Request;

/// Who acts, and why, in a line of the log.
public record Actor(String by, String why) {
    private static final SortedSet<String> MEMBERS = new TreeSet<>(List.of("by", "why"));
    private static final int LONGEST = 200;

    /// @throws IllegalArgumentException with a sentence if it cannot be understood
    public static Actor of(Request letter) {
        return AdminBody.read(letter, MEMBERS,
                adminBody -> new Actor(line(adminBody, "by", "operator"), line(adminBody, "why", "")));
    }

    /// What breaks a line could make another in the log.
    private static String line(AdminBody adminBody, String name, String usual) {
        var text = adminBody.text(name, LONGEST).orElse(usual);
        if (text.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(name + " must be one line.");
        }
        return text;
    }
}
