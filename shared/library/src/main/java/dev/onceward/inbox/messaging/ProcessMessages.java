package dev.onceward.inbox.messaging;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

import dev.onceward.inbox.Inbox;
import dev.onceward.inbox.InboxResult;
import dev.onceward.inbox.InboxResult.NotProcessed;
import dev.onceward.internal.inbox.InboxConfig;
import dev.onceward.internal.inbox.RepeatAttempts;
import dev.onceward.internal.key.RequiredText;

/// Processes messages and settles them: one whose effect is committed is acknowledged, and one that failed too often is
/// refused with the reason, so that its connector passes it to the dead letters.
final class ProcessMessages {
    /// Not the `Log` of Quarkus, which rewrites the classes that use it. In an application without the client it would fail.
    private static final Logger LOG = Logger.getLogger(ProcessMessages.class);
    private final Inbox inbox;
    private final RepeatAttempts repeatAttempts;
    private final String idPlaces;

    /// @param idPlaces where the id of a message is looked for, in words
    ProcessMessages(Inbox inbox, InboxConfig config, String idPlaces) {
        this.inbox = inbox;
        this.repeatAttempts = new RepeatAttempts(config);
        this.idPlaces = idPlaces;
    }

    <T> Uni<Void> once(String consumer, ReceivedMessage<T> received, BiFunction<SqlConnection, T, Uni<?>> effect) {
        var name = checked(consumer);
        return processOrRefuse(name, received, effect)
                .onItem().transformToUni(isProcessed -> isProcessed
                        ? acknowledge(name, received.message())
                        : Uni.createFrom().voidItem());
    }

    /// Messages that fail in the batch are processed one after the other, each in a transaction of its own.
    <T> Uni<Void> onceForEach(String consumer, Message<?> batch, List<ReceivedMessage<T>> messages,
            BiFunction<SqlConnection, T, Uni<?>> effect) {
        var name = checked(consumer);
        return notProcessed(name, messages, effect)
                .onItem().transformToMulti(failed -> Multi.createFrom().iterable(failed))
                .onItem().transformToUniAndConcatenate(received -> processOrRefuse(name, received, effect))
                .collect().last()
                .onItem().transformToUni(_ -> acknowledge(name, batch));
    }

    /// All of them, if the batch was not committed as a whole.
    private <T> Uni<List<ReceivedMessage<T>>> notProcessed(String consumer, List<ReceivedMessage<T>> messages,
            BiFunction<SqlConnection, T, Uni<?>> effect) {
        return repeatAttempts.untilConnectionIsLost(consumer,
                attempt -> inbox.onceForEach(consumer, messages, ReceivedMessage::id,
                        (transaction, received) -> attempt.effect(transaction,
                                () -> run(effect, transaction, received))))
                .map(results -> notProcessed(messages, results))
                .onFailure().recoverWithItem(messages);
    }

    private static <T> List<ReceivedMessage<T>> notProcessed(List<ReceivedMessage<T>> messages,
            List<InboxResult<Void>> results) {
        return IntStream.range(0, messages.size())
                .filter(i -> results.get(i) instanceof NotProcessed)
                .mapToObj(messages::get)
                .toList();
    }

    /// @return whether the message is processed
    private <T> Uni<Boolean> processOrRefuse(String consumer, ReceivedMessage<T> received,
            BiFunction<SqlConnection, T, Uni<?>> effect) {
        var problem = received.problem(idPlaces);
        return problem.isPresent()
                ? refuse(consumer, received, new IllegalArgumentException(problem.get()))
                : process(consumer, received, effect)
                        .onFailure().recoverWithUni(failure -> refuse(consumer, received, failure));
    }

    private <T> Uni<Boolean> process(String consumer, ReceivedMessage<T> received,
            BiFunction<SqlConnection, T, Uni<?>> effect) {
        return repeatAttempts.upToLimit(consumer, attempt -> inbox.once(consumer, received.id(),
                transaction -> attempt.effect(transaction, () -> run(effect, transaction, received))))
                .replaceWith(true);
    }

    private static <T> Uni<Void> run(BiFunction<SqlConnection, T, Uni<?>> effect, SqlConnection transaction,
            ReceivedMessage<T> received) {
        return effect.apply(transaction, received.message().getPayload()).replaceWithVoid();
    }

    /// An acknowledgement that fails does no harm: the message is delivered again, and its mark is found.
    private static Uni<Void> acknowledge(String consumer, Message<?> message) {
        return Uni.createFrom().completionStage(message::ack)
                .onFailure().invoke(failure -> LOG.warnf(
                        "the inbox could not acknowledge a message, which will be delivered again: consumer=%s cause=%s",
                        consumer, failure.toString()))
                .onFailure().recoverWithNull();
    }

    /// If the dead letters cannot be reached, the returned Uni fails and the channel stops, so that the message is not
    /// lost.
    private static Uni<Boolean> refuse(String consumer, ReceivedMessage<?> received, Throwable reason) {
        LOG.warnf("the inbox gives up a message, which goes to the dead letters: consumer=%s id=%s cause=%s", consumer,
                received.id(), reason.toString());
        return Uni.createFrom().completionStage(() -> received.message().nack(reason)).replaceWith(false);
    }

    private static String checked(String consumer) {
        return RequiredText.checked("name of the consumer", consumer);
    }
}
