package dev.onceward.bench.run;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;

import com.sun.management.OperatingSystemMXBean;

import static java.util.stream.Collectors.joining;

/// What `./bench` prints: tables in Markdown, on what they were measured, and whether figures reach what is required.
public final class Report {
    private final StringBuilder text = new StringBuilder();

    /// @param heads of the columns; those that begin with a colon align to the left, the others hold numbers
    public void table(String... heads) {
        row((Object[]) heads);
        line("|" + Arrays.stream(heads).map(head -> head.startsWith(":") ? "---|" : "--:|").collect(joining()));
    }

    public void row(Object... cells) {
        line(Arrays.stream(cells).map(cell -> cell.toString().replaceFirst("^:", ""))
                .collect(joining(" | ", "| ", " |")));
    }

    public void line(String line) {
        text.append(line).append('\n');
    }

    /// Without the machine no figure means a thing.
    public void machine(String disk, String notes) {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        line("\n%d cores for everything, %d GiB, %s, JDK %s, %s; %s.\n%s".formatted(
                system.getAvailableProcessors(), system.getTotalMemorySize() >> 30, system.getArch(),
                Runtime.version().feature(), LocalDate.now(ZoneId.systemDefault()), disk, notes));
    }

    /// @param what the figure is, with a place in it for the number
    public void atLeast(double limit, String what, double figure) {
        line("- %s: %s (at least %s)".formatted(verdict(figure, figure >= limit), what.formatted(shown("%.2f", figure)),
                limit));
    }

    public void atMost(double limit, String what, double figure) {
        line("- %s: %s (at most %s)".formatted(verdict(figure, figure <= limit), what.formatted(shown("%.2f", figure)),
                limit));
    }

    private static String verdict(double figure, boolean reached) {
        return Double.isNaN(figure) ? "not measured" : reached ? "pass" : "short";
    }

    public static String shown(String format, double figure) {
        return Double.isNaN(figure) ? "–" : format.formatted(figure);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
