package dev.onceward.signature.form;

import java.util.LinkedHashSet;
import java.util.List;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.request.JsonBody.Broken;
import dev.onceward.request.JsonBody.Parsed;
import dev.onceward.request.Request;
import dev.onceward.signature.Reason;
import dev.onceward.signature.form.Found.Here;
import dev.onceward.signature.form.Found.Not;

/// `json:/list/*/pointer`: what each item of a list says. An item without it would come in under the good name of the
/// rest.
record EachPlace(JsonPointer list, JsonPointer pointer) implements Place {
    private static final int MOST_VALUES = 20;

    @Override
    public Found<List<String>> in(Request request) {
        return switch (request.json()) {
            case Broken(var why) -> new Not<>(Reason.MALFORMED, "the body must be JSON, but " + why);
            case Parsed(var document) -> document.tree(list, this::items);
        };
    }

    private Found<List<String>> items(JsonNode items) {
        var values = new LinkedHashSet<String>();
        for (var item : items) {
            if (!(new JsonPlace(pointer).in(item) instanceof Here<String>(var value))) {
                return new Not<>(Reason.MISSING, "an item has no " + this);
            }
            values.add(value);
        }
        if (values.size() > MOST_VALUES) {
            return new Not<>(Reason.REPEATED, "the items have more than " + MOST_VALUES + " of the " + this);
        }
        return values.isEmpty() ? new Not<>(Reason.MISSING, "there is no " + this) : new Here<>(List.copyOf(values));
    }

    @Override
    public String toString() {
        return "value at " + list + "/*" + pointer + " in the body";
    }
}
