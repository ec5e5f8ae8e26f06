package dev.onceward.intake.signature.location;

import java.util.List;

import dev.onceward.internal.request.Request;

/// `query:NAME`: a parameter of the address.
public record QueryLocation(String name) implements ValueLocation {

    @Override
    public FoundValue<List<String>> in(Request request) {
        return FoundValue.once(request.parameters(name), this);
    }

    @Override
    public String toString() {
        return "query parameter " + name;
    }
}
