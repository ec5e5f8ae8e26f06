package dev.onceward.signature.form;

import java.util.List;

import dev.onceward.request.Request;

/// `query:NAME`: a parameter of the address.
record QueryLocation(String name) implements ValueLocation {

    @Override
    public FoundValue<List<String>> in(Request request) {
        return FoundValue.once(request.parameters(name), this);
    }

    @Override
    public String toString() {
        return "query parameter " + name;
    }
}
