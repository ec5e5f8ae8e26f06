package dev.onceward.intake.signature.location;

import java.util.List;

import dev.onceward.internal.request.Request;

/// `header:NAME`: the value of a header that comes once.
record HeaderLocation(String name) implements ValueLocation {

    @Override
    public FoundValue<List<String>> in(Request request) {
        return FoundValue.once(request.headers(name), this);
    }

    @Override
    public String toString() {
        return "header " + name;
    }
}
