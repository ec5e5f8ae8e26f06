package dev.onceward.bench;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SignedReportTest {

    @Test
    void a_report_of_three_rounds_counts_the_median_of_their_ratios() {
        var report = report(new SignedFigure(95, 100), new SignedFigure(10, 100), new SignedFigure(96, 100));

        assertThat(report.markdown()).contains("| 1 KiB | 0.95 | 0.95 · 0.10 · 0.96 | 95 | 100 |",
                "pass: signed, 1 KiB, is 0.95 × unsigned (at least 0.9)");
    }

    @Test
    void a_report_of_two_rounds_counts_the_median_of_their_ratios() {
        assertThat(report(new SignedFigure(90, 100), new SignedFigure(80, 100)).markdown())
                .contains("short: signed, 1 KiB, is 0.85 × unsigned");
    }

    @Test
    void a_report_without_rounds_is_marked_as_not_measured() {
        assertThat(report().markdown()).contains("not measured: signed, 1 KiB");
    }

    private static SignedReport report(SignedFigure... figures) {
        return new SignedReport(1024, List.of(figures), "a disk");
    }
}
