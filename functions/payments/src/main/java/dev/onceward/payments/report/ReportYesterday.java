package dev.onceward.payments.report;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny.Session;
import org.hibernate.reactive.mutiny.Mutiny.SessionFactory;

import dev.onceward.guard.Guard;
import dev.onceward.guard.GuardedRequest;
import dev.onceward.guard.Operation;

/// Reports the day before, each night. Every replica has this schedule, and the guard lets one of them write the report.
@Singleton
class ReportYesterday {
    private static final Operation REPORT = Operation.named("nightly-report");
    private static final String SUM = """
            SELECT count(*), coalesce(sum(cents), 0)
              FROM LedgerEntry
             WHERE at >= :begin AND at < :end
            """;

    private final Guard guard;
    private final SessionFactory sessions;

    ReportYesterday(Guard guard, SessionFactory sessions) {
        this.guard = guard;
        this.sessions = sessions;
    }

    @Scheduled(cron = "${payments.report.cron:0 0/10 2-4 * * ?}")
    Uni<Void> report() {
        var day = LocalDate.now(Clock.systemUTC()).minusDays(1);
        return guard.once(REPORT, GuardedRequest.of(day.toString()), Void.class,
                () -> sessions.withTransaction(session -> write(session, day)).replaceWithVoid())
                .onItem().invoke(result -> Log.infof("report of %s result=%s", day, result.getClass().getSimpleName()))
                .replaceWithVoid();
    }

    /// The report may be there already, if the process that wrote it died before the guard kept that it has.
    private static Uni<NightlyReport> write(Session session, LocalDate day) {
        return session.find(NightlyReport.class, day)
                .onItem().ifNull().switchTo(() -> sum(session, day)
                        .call(session::persist));
    }

    private static Uni<NightlyReport> sum(Session session, LocalDate day) {
        return session.createQuery(SUM, Object[].class)
                .setParameter("begin", day.atStartOfDay().toInstant(ZoneOffset.UTC))
                .setParameter("end", day.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .getSingleResult()
                .map(sum -> new NightlyReport(day, (long) sum[0], (long) sum[1]));
    }
}
