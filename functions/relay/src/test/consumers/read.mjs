// Reads one event from a broker with a library that others use, and prints it as JSON.
//   node read.mjs kafka HOST:PORT TOPIC
//   node read.mjs rabbitmq amqp://HOST:PORT QUEUE
//   node read.mjs nats nats://HOST:PORT STREAM
import { jetstream } from "@nats-io/jetstream";
import { connect as connectNats } from "@nats-io/transport-node";
import amqplib from "amqplib";
import { HTTP, Kafka as KafkaBinding } from "cloudevents";
import { Kafka, logLevel } from "kafkajs";

const [broker, address, name] = process.argv.slice(2);

async function fromKafka() {
  const kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `read-${name}` });
  await consumer.connect();
  await consumer.subscribe({ topic: name, fromBeginning: true });
  const message = await new Promise((resolve, reject) => {
    consumer.run({ eachMessage: async (each) => resolve(each.message) }).catch(reject);
  });
  await consumer.disconnect();
  const headers = Object.fromEntries(Object.entries(message.headers).map(([key, value]) => [key, value.toString()]));
  return {
    key: message.key?.toString(),
    event: KafkaBinding.toEvent({ headers, key: message.key?.toString(), value: message.value, body: message.value }),
  };
}

// RabbitMQ has no binding in the SDK, but the attributes are the same under another prefix.
async function fromRabbitMq() {
  const connection = await amqplib.connect(address);
  const channel = await connection.createChannel();
  const message = await channel.get(name, { noAck: true });
  await connection.close();
  const { headers, contentType, messageId } = message.properties;
  const attributes = Object.entries(headers)
    .filter(([key]) => key.startsWith("cloudEvents:"))
    .map(([key, value]) => [key.replace("cloudEvents:", "ce-"), value]);
  return {
    messageId,
    event: HTTP.toEvent({
      headers: { ...Object.fromEntries(attributes), "content-type": contentType },
      body: message.content.toString(),
    }),
  };
}

async function fromNats() {
  const connection = await connectNats({ servers: address });
  const consumer = await jetstream(connection).consumers.get(name);
  const message = await consumer.next();
  await connection.close();
  const headers = Object.fromEntries(message.headers.keys().map((key) => [key.toLowerCase(), message.headers.get(key)]));
  return { messageId: headers["nats-msg-id"], event: HTTP.toEvent({ headers, body: message.string() }) };
}

const readers = { kafka: fromKafka, rabbitmq: fromRabbitMq, nats: fromNats };
const read = await readers[broker]();
console.log(JSON.stringify({ ...read, event: read.event.toJSON() }));
