package dev.onceward.bench.run;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class FiguresTest {

    @Test
    void the_best_round_counts_and_a_round_without_a_figure_does_not() {
        var figures = rates("new", 0, 90, 80);
        figures.add("floor", Map.of("rate", 0.0));

        assertThat(figures.best("new", "rate")).isEqualTo(90);
        assertThat(figures.best("floor", "rate")).isNaN();
        assertThat(figures.ratio("new", "floor")).isNaN();
        assertThat(figures.ratio("new", "empty")).isNaN();
        assertThat(figures.each("%.0f", "new", "rate")).isEqualTo("0 · 90 · 80");
    }

    @Test
    void other_figures_are_of_the_best_round() {
        var figures = new Figures("rate");
        figures.add("new", Map.of("rate", 90.0, "p99", 7.0));
        figures.add("new", Map.of("rate", 80.0, "p99", 5.0));

        assertThat(figures.best("new", "p99")).isEqualTo(7);
    }

    @Test
    void one_bad_round_does_not_change_the_median() {
        assertThat(rates("new", 0.95, 0.10, 0.96).median("new", "rate")).isEqualTo(0.95);
    }

    @Test
    void of_two_rounds_the_middle_is_the_median() {
        assertThat(rates("new", 0.9, 0.8).median("new", "rate")).isEqualTo(0.85, within(1e-9));
    }

    @Test
    void a_report_without_rounds_is_marked_as_not_measured() {
        var report = new Report();
        report.atLeast(0.9, "signed is %s × unsigned", Double.NaN);
        report.atLeast(0.9, "it is %s", 0.89);
        report.atMost(25, "it is %s", 25);

        assertThat(report.toString()).contains("not measured: signed is – × unsigned", "short: it is 0.89",
                "pass: it is 25.00");
    }

    private static Figures rates(String what, double... rates) {
        var figures = new Figures("rate");
        for (var rate : rates) {
            figures.add(what, Map.of("rate", rate));
        }
        return figures;
    }
}
