package dev.onceward.bench;

/// One line of the table.
///
/// @param size of a body, in bytes
record TableRow(Target target, RequestKind mix, int size) {

    /// What `--only` calls it.
    String name() {
        return target == Target.INTAKE ? mix.label() : target.label();
    }

    @Override
    public String toString() {
        return "%s, %d KiB".formatted(name(), size / 1024);
    }
}
