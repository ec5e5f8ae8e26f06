package dev.onceward.brokers;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KafkaTest {

    @Test
    void topics_and_port_outlast_a_stop() throws Exception {
        try (var kafka = Kafka.started()) {
            kafka.topic("orders", 3);
            var servers = kafka.servers();
            kafka.stop();
            kafka.start();
            assertThat(kafka.servers()).isEqualTo(servers);
            assertThat(partitions(kafka, "orders")).isEqualTo(3);
        }
    }

    private static int partitions(Kafka kafka, String topic) throws InterruptedException, ExecutionException {
        try (var admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
            return admin.describeTopics(List.of(topic)).allTopicNames().get().values().iterator().next().partitions()
                    .size();
        }
    }
}
