package dev.onceward.intake.signature.location;

import java.util.List;
import java.util.regex.Pattern;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.location.FoundValue.NoValue;
import dev.onceward.intake.signature.location.FoundValue.Value;
import dev.onceward.internal.request.Request;

/// `header:NAME#PART`: the values behind `PART=` in a header that is a list of such parts.
record ListedHeaderLocation(String header, String part, Pattern separator) implements ValueLocation {
    private static final int MOST_VALUES = 20;

    @Override
    public FoundValue<List<String>> in(Request request) {
        return new HeaderLocation(header).in(request).then(values -> parts(values.getFirst()));
    }

    private FoundValue<List<String>> parts(String list) {
        var found = separator.splitAsStream(list)
                .map(String::strip)
                .filter(text -> text.startsWith(part + "="))
                .map(text -> text.substring(part.length() + 1))
                .filter(text -> !text.isEmpty())
                .limit(MOST_VALUES)
                .toList();
        return found.isEmpty() ? new NoValue<>(RefusalReason.MISSING, "there is no " + this) : new Value<>(found);
    }

    @Override
    public String toString() {
        return part + "= in the header " + header;
    }
}
