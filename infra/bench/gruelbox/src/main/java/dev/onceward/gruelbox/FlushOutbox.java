package dev.onceward.gruelbox;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.zaxxer.hikari.HikariDataSource;

/// `fill N` schedules calls and leaves them to later; without arguments they are flushed, each delivered to nothing.
///
/// Set up as its README advises: a pooling data source, `flush` again and again for as long as it finds something, and
/// an executor of its own with a large bounded queue. By default that has one thread, which would commit one call after
/// the other; 8, 16, 32 and 64 were equally fast. A full queue makes the flushing thread wait, which its documentation
/// allows for a loop; else what found no room would rest for two minutes.
final class FlushOutbox {
    private static final int THREADS = 16;
    private static final int QUEUE = 16_384;
    private static final long NOTHING_DUE_NANOS = 5_000_000;
    private static final int BATCH = 1000;
    private static final LongAdder DELIVERED = new LongAdder();
    private static final String BODY = new Random(1).ints(1024, 'a', 'z' + 1)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    private FlushOutbox() {}

    static void main(String... words) throws InterruptedException {
        try (var source = new HikariDataSource()) {
            source.setJdbcUrl(System.getenv("JDBC_URL"));
            source.setMaximumPoolSize(THREADS + 4);
            var transactions = TransactionManager.fromDataSource(source);
            if (words.length == 2) {
                fill(transactions, Integer.parseInt(words[1]));
            } else {
                flush(transactions);
            }
        }
    }

    /// Nothing is called yet, and all is due after a second. What is due at once is refused.
    private static void fill(TransactionManager transactions, int calls) {
        var outbox = outbox(transactions, (_, _) -> {}, Duration.ofSeconds(1));
        for (var i = 0; i < calls; i += BATCH) {
            var from = i;
            transactions.inTransaction(() -> schedule(outbox, from));
        }
    }

    private static void schedule(TransactionOutbox outbox, int from) {
        for (var i = from; i < from + BATCH; i++) {
            outbox.schedule(Post.class).send("bench", "key-" + i % 4000, BODY);
        }
    }

    private static void flush(TransactionManager transactions) throws InterruptedException {
        var outbox = outbox(transactions, Submitter.withExecutor(executor()), Duration.ofMinutes(2));
        Thread.ofPlatform().daemon().start(() -> flushAll(outbox));
        while (true) {
            System.out.println(DELIVERED.sum());
            Thread.sleep(20);
        }
    }

    /// A backlog that was filled less than a second ago is not due yet.
    private static void flushAll(TransactionOutbox outbox) {
        while (true) {
            if (!outbox.flush()) {
                LockSupport.parkNanos(NOTHING_DUE_NANOS);
            }
        }
    }

    private static ExecutorService executor() {
        return new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE),
                (call, full) -> await(full, call));
    }

    private static void await(ThreadPoolExecutor full, Runnable call) {
        try {
            full.getQueue().put(call);
        } catch (InterruptedException stopped) {
            throw new RejectedExecutionException(stopped);
        }
    }

    private static TransactionOutbox outbox(TransactionManager transactions, Submitter submitter, Duration again) {
        return TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(_ -> (Post) FlushOutbox::send))
                .submitter(submitter)
                .attemptFrequency(again)
                .build();
    }

    /// Takes everything and keeps nothing.
    private static void send(String topic, String key, String body) {
        DELIVERED.increment();
    }
}
