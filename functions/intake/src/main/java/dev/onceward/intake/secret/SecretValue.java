package dev.onceward.intake.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;

/// One or several secrets as they were written in the configuration. The framework would change them: it turns `$$`
/// into `$`, drops backslashes, and replaces what looks like `${NAME}`. A generated secret can hold any of these, and
/// every request would be refused. So a value from the environment is taken literally, and a value from a file may only
/// contain `${NAME}` and `${NAME:default}`.
public record SecretValue(String raw, boolean isLiteral) {
    private static final String ENVIRONMENT = "EnvConfigSource";
    private static final Pattern REFERENCE = Pattern.compile(
            "\\$\\{(?<name>[A-Za-z0-9_.\"-]{1,200})(?:(?<colon>:)(?<default>[^{}]*))?\\}");
    private static final Pattern COMMA = Pattern.compile("(?<!\\\\),");
    /// A comma within a reference does not separate secrets.
    private static final Pattern REFERENCE_OR_COMMA = Pattern.compile(REFERENCE + "|(?<comma>" + COMMA + ")");

    /// Empty if nothing was written.
    public static Optional<SecretValue> of(ConfigValue written) {
        return Optional.ofNullable(written.getRawValue()).filter(raw -> !raw.isBlank())
                .map(raw -> new SecretValue(raw, ENVIRONMENT.equals(written.getSourceName())));
    }

    /// Returns the secrets of a list, which are separated by commas; `\,` is a comma within a secret.
    ///
    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    public List<String> several() {
        return (isLiteral ? Stream.of(raw) : elements(raw).stream().flatMap(SecretValue::expanded))
                .flatMap(COMMA::splitAsStream)
                .map(text -> text.replace("\\,", ","))
                .filter(text -> !text.isBlank())
                .toList();
    }

    /// Returns the only secret, in which a comma is a comma. Empty if it is a reference whose default is empty.
    ///
    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    public Optional<String> one() {
        return Optional.of(isLiteral ? raw : replaced(raw)).filter(text -> !text.isBlank());
    }

    /// Splits the list at commas outside of references. Braces within a secret have no meaning.
    private static List<String> elements(String list) {
        var elements = new ArrayList<String>();
        var found = REFERENCE_OR_COMMA.matcher(list);
        var start = 0;
        while (found.find()) {
            if (found.group("comma") != null) {
                elements.add(list.substring(start, found.start()));
                start = found.end();
            }
        }
        elements.add(list.substring(start));
        return elements;
    }

    /// A reference that is a whole element may stand for several secrets.
    private static Stream<String> expanded(String element) {
        return REFERENCE.matcher(element).matches()
                ? Stream.of(replaced(element))
                : Stream.of(replaced(element).replace(",", "\\,").replace("\\\\,", "\\,"));
    }

    private static String replaced(String text) {
        var references = REFERENCE.matcher(text);
        var whole = new StringBuilder();
        var end = 0;
        while (references.find()) {
            whole.append(checked(text.substring(end, references.start())));
            whole.append(referred(references.group("name"), references.group("colon") != null
                    ? Optional.of(references.group("default"))
                    : Optional.empty()));
            end = references.end();
        }
        return whole.append(checked(text.substring(end))).toString();
    }

    private static String checked(String between) {
        if (between.contains("${")) {
            throw new IllegalArgumentException(
                    "has a ${ in it that is no reference: write ${NAME} or ${NAME:default}, and "
                            + "give a secret that has ${ in it in the environment or in a file of its own");
        }
        return between;
    }

    private static String referred(String name, Optional<String> defaultValue) {
        var found = ConfigProvider.getConfig().getConfigValue(name);
        var literal = ENVIRONMENT.equals(found.getSourceName());
        return Optional.ofNullable(literal ? found.getRawValue() : found.getValue()).or(() -> defaultValue)
                .orElseThrow(() -> new IllegalArgumentException("has ${" + name
                        + "} in it, which is not set: set it, or write ${" + name + ":} for a secret that may be "
                        + "absent"));
    }
}
