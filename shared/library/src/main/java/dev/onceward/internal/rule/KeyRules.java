package dev.onceward.internal.rule;

import java.time.Clock;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonPointer;

import dev.onceward.internal.rule.KeyRule.UuidRule;

/// Parses a rule as a user writes it. The message for a rule that cannot be parsed says what is allowed.
public final class KeyRules {
    public static final String ALLOWED = "header:NAME, json:/pointer, content-hash, content-hash:/a,/b, hybrid, hybrid:/a,/b, "
            + "composite:RULE+RULE, uuid, date:PREFIX, event-id, or several of these with | between them";

    private static final Pattern FALLBACK = Pattern.compile("\\s*\\|\\s*");
    private static final Pattern PLUS = Pattern.compile(
            "\\s*\\+\\s*(?=(?:header|json|content-hash|hybrid|composite|uuid|date|event-id)\\b)");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private final Clock clock;
    private final String eventId;

    /// @param eventId the rule that `event-id` stands for; empty if the sender's scheme has no event id
    public KeyRules(Clock clock, String eventId) {
        this.clock = clock;
        this.eventId = eventId;
    }

    /// @throws IllegalArgumentException whose message ends the sentence "this rule …"
    public KeyRule parse(String text) {
        var rules = Stream.of(FALLBACK.split(text.strip(), -1)).map(this::single).toList();
        return rules.size() == 1 ? alone(text, rules.getFirst()) : new FirstRule(rules);
    }

    /// Requires `event-id` to be the only rule, because in a combination the user must choose what counts where an
    /// event has no id.
    private static KeyRule alone(String text, KeyRule rule) {
        return text.strip().equals("event-id") && findsKeys(rule) ? new EventIdRule(rule) : rule;
    }

    private KeyRule single(String text) {
        var colon = text.indexOf(':');
        var name = colon < 0 ? text : text.substring(0, colon);
        var rest = colon < 0 ? "" : text.substring(colon + 1).strip();
        return switch (name) {
            case "header" -> new HeaderRule(matching(HEADER_NAME, rest, "names no header"));
            case "json" -> new JsonRule(pointer(rest));
            case "content-hash" -> new ContentHashRule(pointers(rest));
            case "hybrid" -> new HybridRule(new ContentHashRule(pointers(rest)));
            case "composite" -> composite(rest);
            case "date" ->
                new DateRule(matching(PREFIX, rest, "needs a prefix of letters, digits, '.', '_' or '-'"), clock);
            case "uuid" -> bare(rest, new UuidRule());
            case "event-id" -> bare(rest, eventId());
            default -> throw new IllegalArgumentException("must be one of " + ALLOWED);
        };
    }

    private KeyRule composite(String rest) {
        var parts = PLUS.splitAsStream(rest).map(this::single).toList();
        if (parts.size() < 2) {
            throw new IllegalArgumentException(
                    "must join at least two rules, as in composite:header:X-Shop+json:/order/id");
        }
        if (!parts.stream().allMatch(KeyRules::findsKeys)) {
            throw new IllegalArgumentException("must join rules that find a key: uuid and hybrid do not");
        }
        return new CompositeRule(parts);
    }

    /// Whether requests with the same key are the same by this rule.
    public static boolean findsKeys(KeyRule rule) {
        return switch (rule) {
            case UuidRule _ -> false;
            case HybridRule _ -> false;
            case FirstRule(var rules) -> rules.stream().allMatch(KeyRules::findsKeys);
            default -> true;
        };
    }

    private static KeyRule bare(String rest, KeyRule rule) {
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("takes nothing after uuid or event-id");
        }
        return rule;
    }

    private KeyRule eventId() {
        if (eventId.isEmpty()) {
            throw new IllegalArgumentException(
                    "needs a preset whose events have an id of their own, and this source has none");
        }
        return parse(eventId);
    }

    private static List<JsonPointer> pointers(String text) {
        return text.isEmpty() ? List.of() : Stream.of(COMMA.split(text, -1)).map(KeyRules::pointer).toList();
    }

    private static JsonPointer pointer(String text) {
        if (text.length() < 2 || text.charAt(0) != '/') {
            throw new IllegalArgumentException("needs a JSON pointer that starts with '/', as in json:/order/id");
        }
        return JsonPointer.compile(text);
    }

    private static String matching(Pattern pattern, String text, String otherwise) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException(otherwise);
        }
        return text;
    }
}
