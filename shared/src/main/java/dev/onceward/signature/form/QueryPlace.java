package dev.onceward.signature.form;

import java.util.List;

import dev.onceward.request.Request;

/// `query:NAME`: a parameter of the address.
record QueryPlace(String name) implements Place {

    @Override
    public Found<List<String>> in(Request request) {
        return Found.once(request.parameters(name), this);
    }

    @Override
    public String toString() {
        return "query parameter " + name;
    }
}
