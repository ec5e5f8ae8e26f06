package dev.onceward.intake.newevent;

import java.util.Map;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/// Writes headers as a JSON object of strings. The general mapper would load some 500 classes, and the first webhook
/// after a start would wait for them.
final class HeadersJson {
    private HeadersJson() {}

    static String of(Map<String, String> headers) {
        var json = new StringBuilder("{");
        headers.forEach((name, value) -> member(name, value, json));
        return json.append('}').toString();
    }

    private static void member(String name, String value, StringBuilder json) {
        if (json.length() > 1) {
            json.append(',');
        }
        string(name, json);
        string(value, json.append(':'));
    }

    private static void string(String text, StringBuilder json) {
        json.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, json);
        json.append('"');
    }
}
