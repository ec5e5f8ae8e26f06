package dev.onceward.internal.json;

import java.math.BigDecimal;
import java.util.TreeMap;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;

/// Writes equal values as equal text: members sorted, no white space, numbers without trailing zeros. Numbers stay
/// exact; RFC 8785 would convert them to doubles, and different large ids would become equal.
public final class CanonicalJson {
    private static final int MOST_ZEROS = 40;

    private CanonicalJson() {}

    public static String of(JsonNode node) {
        var out = new StringBuilder();
        write(node, out);
        return out.toString();
    }

    private static void write(JsonNode node, StringBuilder out) {
        switch (node.getNodeType()) {
            case OBJECT -> object(node, out);
            case ARRAY -> array(node, out);
            case STRING -> string(node.textValue(), out);
            case NUMBER -> out.append(number(node));
            default -> out.append(node.asText());
        }
    }

    private static void object(JsonNode node, StringBuilder out) {
        var members = new TreeMap<String, JsonNode>();
        node.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        var separator = '{';
        for (var member : members.entrySet()) {
            string(member.getKey(), out.append(separator));
            write(member.getValue(), out.append(':'));
            separator = ',';
        }
        out.append(members.isEmpty() ? "{}" : "}");
    }

    private static void array(JsonNode node, StringBuilder out) {
        var separator = '[';
        for (var element : node) {
            write(element, out.append(separator));
            separator = ',';
        }
        out.append(node.isEmpty() ? "[]" : "]");
    }

    private static void string(String value, StringBuilder out) {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(value, out);
        out.append('"');
    }

    private static String number(JsonNode node) {
        var value = node.decimalValue().stripTrailingZeros();
        return value.signum() == 0 ? "0" : spelled(value);
    }

    /// Uses an exponent, because 1e1000000000 written out would fill the memory with zeros.
    private static String spelled(BigDecimal value) {
        return Math.abs((long) value.scale()) <= MOST_ZEROS
                ? value.toPlainString()
                : value.unscaledValue() + "e" + -(long) value.scale();
    }
}
