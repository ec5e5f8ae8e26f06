package dev.onceward.consumer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.embedded.StartFunction;

/// A channel of the application that reads a new topic for each test.
@SuppressWarnings("NullAway.Init") // what is before a test puts broker and topic
abstract class KafkaFixture extends ConsumerFixture {
    static KafkaBroker kafkaBroker;

    KafkaTopic topic;

    abstract String channel();

    @BeforeAll
    static void startBroker() {
        kafkaBroker = KafkaBroker.started();
    }

    @AfterAll
    static void stopBroker() {
        kafkaBroker.close();
    }

    @Override
    @BeforeEach
    void start() {
        topic = KafkaTopic.create(kafkaBroker);
        prepare();
        super.start();
    }

    /// Before the application starts.
    void prepare() {}

    /// How long the application keeps an acknowledgement before it tells Kafka.
    String acknowledgesEvery() {
        return "500";
    }

    @Override
    StartFunction configured(StartFunction application) {
        var incoming = "mp.messaging.incoming." + channel();
        return application.with(channel() + ".enabled", "true")
                .with("kafka.bootstrap.servers", kafkaBroker.servers())
                .with(incoming + ".auto.commit.interval.ms", acknowledgesEvery())
                .with(incoming + ".topic", topic.name())
                .with(incoming + ".group.id", topic.name())
                .with(incoming + ".dead-letter-queue.topic", topic.deadLetters());
    }
}
