package dev.onceward.embedded;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

/// The arguments of [RunOnBackends]: the directory of the data, whether to delete the data first, and the command to run.
record Arguments(Path data, boolean fresh, List<String> command) {
    static Arguments of(String... words) {
        var left = new ArrayDeque<>(List.of(words));
        var data = "";
        var fresh = false;
        for (var word = next(left); !word.equals("--"); word = next(left)) {
            switch (word) {
                case "--data" -> data = next(left);
                case "--fresh" -> fresh = true;
                default -> throw wrong();
            }
        }
        if (data.isBlank() || left.isEmpty()) {
            throw wrong();
        }
        return new Arguments(Path.of(data), fresh, List.copyOf(left));
    }

    private static String next(ArrayDeque<String> left) {
        if (left.isEmpty()) {
            throw wrong();
        }
        return left.pop();
    }

    private static IllegalArgumentException wrong() {
        return new IllegalArgumentException("It is called with: --data DIR [--fresh] -- COMMAND [ARGUMENT ...]");
    }
}
