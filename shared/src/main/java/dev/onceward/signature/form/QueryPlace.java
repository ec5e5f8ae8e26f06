package dev.onceward.signature.form;

import java.util.List;

import dev.onceward.request.Request;
import dev.onceward.signature.Reason;
import dev.onceward.signature.form.Found.Here;
import dev.onceward.signature.form.Found.Not;

/// `query:NAME`: a parameter of the address.
record QueryPlace(String name) implements Place {

    @Override
    public Found<List<String>> in(Request request) {
        var values = request.parameters(name);
        return switch (values.size()) {
            case 0 -> new Not<>(Reason.MISSING, "there is no " + this);
            case 1 -> values.getFirst().isBlank()
                    ? new Not<>(Reason.MISSING, this + " is empty")
                    : new Here<>(values);
            default -> new Not<>(Reason.REPEATED, this + " came " + values.size() + " times");
        };
    }

    @Override
    public String toString() {
        return "query parameter " + name;
    }
}
