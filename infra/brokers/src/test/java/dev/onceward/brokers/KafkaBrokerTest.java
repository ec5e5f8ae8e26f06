package dev.onceward.brokers;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KafkaBrokerTest {

    @Test
    void kafka_keeps_its_topics_and_port_after_a_stop_and_a_start() throws Exception {
        try (var kafkaBroker = KafkaBroker.started()) {
            kafkaBroker.topic("orders", 3);
            var servers = kafkaBroker.servers();
            kafkaBroker.stop();
            kafkaBroker.start();
            assertThat(kafkaBroker.servers()).isEqualTo(servers);
            assertThat(partitions(kafkaBroker, "orders")).isEqualTo(3);
        }
    }

    private static int partitions(KafkaBroker kafkaBroker, String topic)
            throws InterruptedException, ExecutionException {
        try (var admin = Admin.create(Map.of("bootstrap.servers", kafkaBroker.servers()))) {
            return admin.describeTopics(List.of(topic)).allTopicNames().get().values().iterator().next().partitions()
                    .size();
        }
    }
}
