package dev.onceward.bench.run;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;

import com.sun.management.OperatingSystemMXBean;

import static java.util.stream.Collectors.joining;

/// What `./bench` prints: tables in Markdown, the machine, and whether figures reach the required limits.
public final class Report {
    private final StringBuilder text = new StringBuilder();

    /// @param heads of the columns; a head that begins with a colon aligns left, the other columns hold numbers
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

    /// Describes the machine, without which the figures mean nothing.
    public void machine(String disk, String notes) {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        line("\n%d cores for everything, %d GiB, %s, JDK %s, %s; %s.\n%s".formatted(
                system.getAvailableProcessors(), system.getTotalMemorySize() >> 30, system.getArch(),
                Runtime.version().feature(), LocalDate.now(ZoneId.systemDefault()), disk, notes));
    }

    /// @param what describes the figure, with a placeholder for the number
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
