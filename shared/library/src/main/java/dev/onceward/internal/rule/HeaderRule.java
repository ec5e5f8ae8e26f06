package dev.onceward.internal.rule;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.IdempotencyKey;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.request.Request;

/// `header:NAME`: the value of one header. `Idempotency-Key` is parsed as the IETF draft prescribes.
record HeaderRule(String name) implements KeyRule {

    @Override
    public ExtractedKey of(Request request) {
        var values = request.headers(name);
        return switch (values.size()) {
            case 0 -> new Missing("the header " + name);
            case 1 -> one(values.getFirst().strip());
            default -> new Malformed("the header " + name + " came " + values.size() + " times; it may come once");
        };
    }

    @Override
    public boolean accepts(String key) {
        return KeyText.fits(key) && KeyText.printableAscii(key);
    }

    private ExtractedKey one(String value) {
        if (name.equalsIgnoreCase(IdempotencyKey.HEADER)) {
            return IdempotencyKey.parse(value);
        }
        return KeyText.printableAscii(value)
                ? KeyText.checked(value, "the header " + name)
                : new Malformed("the header " + name + " has characters that are not printable ASCII");
    }
}
