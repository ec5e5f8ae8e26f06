package dev.onceward.signature.form;

import java.util.List;
import java.util.regex.Pattern;

import dev.onceward.request.Request;
import dev.onceward.signature.Reason;
import dev.onceward.signature.form.Found.Here;
import dev.onceward.signature.form.Found.Not;

/// `header:NAME#PART`: what stands behind `PART=` in a header that is a list of such parts.
record ListedPlace(String header, String part, Pattern separator) implements Place {
    private static final int MOST_VALUES = 20;

    @Override
    public Found<List<String>> in(Request request) {
        return new HeaderPlace(header).in(request).then(values -> parts(values.getFirst()));
    }

    private Found<List<String>> parts(String list) {
        var found = separator.splitAsStream(list)
                .map(String::strip)
                .filter(text -> text.startsWith(part + "="))
                .map(text -> text.substring(part.length() + 1))
                .filter(text -> !text.isEmpty())
                .limit(MOST_VALUES)
                .toList();
        return found.isEmpty() ? new Not<>(Reason.MISSING, "there is no " + this) : new Here<>(found);
    }

    @Override
    public String toString() {
        return part + "= in the header " + header;
    }
}
