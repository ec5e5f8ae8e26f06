package dev.onceward.docs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads the settings out of the source of a configuration interface: its methods, their defaults and their comments. It
/// fails at a setting without a comment and at an annotation that it does not know, so that no setting is missing from the page
/// or has a wrong name there.
final class ReadSettings {
    private static final Pattern INTERFACE = Pattern.compile("^ *(?:public )?interface (\\w+).*");
    private static final Pattern COMMENT = Pattern.compile("^ +/// ?(.*)");
    private static final Pattern ANNOTATION = Pattern.compile("^ *@(?!ConfigMapping\\b)\\w+.*");
    private static final Pattern DEFAULT = Pattern.compile("^ +@WithDefault\\(\"(.*)\"\\)");
    private static final Pattern METHOD = Pattern.compile("^ +([\\w<>, ]+) (\\w+)\\(\\);");
    private static final Pattern GROUP = Pattern.compile("(?:Map<String, )?(\\w+Config)>?");

    private final Map<String, String> prefixes = new HashMap<>();
    private final List<Setting> found = new ArrayList<>();
    private String prefix;
    private String standard = "";
    private boolean isParent;
    private final List<String> comment = new ArrayList<>();

    private ReadSettings(String prefix) {
        this.prefix = prefix;
    }

    static List<Setting> of(String prefix, String source) {
        var reading = new ReadSettings(prefix);
        source.lines().forEach(reading::line);
        return List.copyOf(reading.found);
    }

    private void line(String line) {
        var text = COMMENT.matcher(line);
        var value = DEFAULT.matcher(line);
        if (text.matches()) {
            comment.add(text.group(1));
        } else if (value.matches()) {
            standard = value.group(1);
        } else if (line.contains("@WithParentName")) {
            isParent = true;
        } else if (line.contains("@WithConverter") || line.contains("@WithDefaults")) {
            return;
        } else if (ANNOTATION.matcher(line).matches()) {
            throw new IllegalStateException(
                    "The page of settings cannot be made: unknown annotation in " + line.strip());
        } else {
            declaration(line);
            forget();
        }
    }

    private void declaration(String line) {
        var named = INTERFACE.matcher(line);
        var method = METHOD.matcher(line);
        if (named.matches()) {
            prefix = prefixes.getOrDefault(named.group(1), prefix);
        } else if (method.matches()) {
            method(method.group(1), kebab(method.group(2)));
        }
    }

    private void method(String type, String name) {
        var path = isParent ? prefix : prefix + "." + name;
        var many = type.startsWith("Map<") ? path + ".NAME" : path;
        var group = GROUP.matcher(type);
        if (group.matches()) {
            prefixes.put(group.group(1), many);
        } else if (!isParent) {
            if (comment.isEmpty()) {
                throw new IllegalStateException("The page of settings cannot be made: " + path + " has no comment");
            }
            found.add(new Setting(many, standard, String.join(" ", comment).replace("|", "\\|")));
        }
    }

    private void forget() {
        comment.clear();
        standard = "";
        isParent = false;
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
