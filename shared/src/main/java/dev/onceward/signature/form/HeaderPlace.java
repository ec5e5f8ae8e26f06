package dev.onceward.signature.form;

import java.util.List;

import dev.onceward.request.Request;

/// `header:NAME`: the value of a header that comes once.
record HeaderPlace(String name) implements Place {

    @Override
    public Found<List<String>> in(Request request) {
        return Found.once(request.headers(name), this);
    }

    @Override
    public String toString() {
        return "header " + name;
    }
}
