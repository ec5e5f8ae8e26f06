package dev.onceward.internal.rule;

import java.util.ArrayList;
import java.util.List;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.request.Request;

/// `composite:header:X-Shop+json:/order/id`: several values as one key, hashed part by part. All parts must be present.
record CompositeRule(List<KeyRule> parts) implements KeyRule {

    @Override
    public ExtractedKey of(Request request) {
        var values = new ArrayList<String>();
        for (var part : parts) {
            switch (part.of(request)) {
                case Found(var key, var _) -> values.add(key);
                case Unkeyed _ -> values.add("");
                case ExtractedKey without -> {
                    return without;
                }
            }
        }
        return new Found(Fingerprint.of(values).hex());
    }

    @Override
    public boolean accepts(String key) {
        return KeyText.sha256(key);
    }
}
