package dev.onceward.payments;

import java.util.Map;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.testing.Eventually;

import static dev.onceward.payments.PaymentsFixture.get;
import static dev.onceward.payments.PaymentsFixture.post;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// The ledger and the report of the packaged application.
class LedgerIT {

    @Test
    void an_event_that_comes_twice_over_http_is_booked_once() {
        var fixture = new PaymentsFixture();
        try (var payments = fixture.payments().start()) {
            for (var event : new String[]{"e1", "e2", "e1"}) {
                assertThat(
                        post(payments, "/ledger/events", "{\"order\":\"o\",\"cents\":75}", "ce-source", "/test",
                                "ce-id", event).statusCode())
                        .isEqualTo(204);
            }
            assertThat(get(payments, "/ledger")).isEqualTo("{\"entries\":2,\"cents\":150}");
        }
    }

    @Test
    void an_event_that_comes_twice_from_kafka_is_booked_once() {
        var fixture = new PaymentsFixture();
        try (var kafka = KafkaBroker.started()) {
            kafka.topic("ledger", 3);
            try (var payments = fixture.payments().with("mp.messaging.incoming.ledger.enabled", "true")
                    .with("kafka.bootstrap.servers", kafka.servers()).start();
                    var producer = new KafkaProducer<>(Map.<String, Object>of("bootstrap.servers", kafka.servers()),
                            new StringSerializer(), new StringSerializer())) {
                for (var event : new String[]{"e1", "e2", "e1", "e3"}) {
                    var _ = producer.send(record(event));
                }
                producer.flush();
                Eventually.holds(() -> get(payments, "/ledger").contains("\"entries\":3"));
                assertThat(get(payments, "/ledger")).isEqualTo("{\"entries\":3,\"cents\":225}");
            }
        }
    }

    private static ProducerRecord<String, String> record(String event) {
        var record = new ProducerRecord<>("ledger", "o", "{\"order\":\"o\",\"cents\":75}");
        record.headers().add("ce_id", event.getBytes(UTF_8)).add("ce_specversion", "1.0".getBytes(UTF_8))
                .add("ce_type", "payment.accepted".getBytes(UTF_8)).add("ce_source", "/test".getBytes(UTF_8));
        return record;
    }

    /// Both processes have the schedule of each second.
    @Test
    void the_report_of_a_night_is_written_once_by_two_processes() {
        var fixture = new PaymentsFixture();
        try (var one = fixture.payments().with("payments.report.cron", "* * * * * ?").start();
                var other = fixture.payments().with("payments.report.cron", "* * * * * ?").start()) {
            Eventually.holds(
                    () -> one.output().contains(" result=Replayed") && other.output().contains(" result=Replayed"));
            assertThat(fixture.sql.number("SELECT count(*) FROM nightly_report")).isOne();
        }
    }
}
