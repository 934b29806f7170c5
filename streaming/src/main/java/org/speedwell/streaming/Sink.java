package org.speedwell.streaming;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The destination of the events of a job. A sink belongs to one job at a time. Unless the sink is a lambda, the engine
 * rejects a second job that would write to it. One thread calls it at a time. No method except {@link #close} may
 * block. A sink that must wait is a {@link BlockingSink}.
 *
 * <p>After a restart from a checkpoint, the job sends the events after the checkpoint again. Some sinks then contain
 * each result exactly once. They are idempotent, such as {@link JdbcSink}, or return to their state at the checkpoint,
 * such as {@link FileSink}, or publish results when a checkpoint is durable
 * ({@link org.speedwell.streaming.checkpoint.CheckpointListener}). Other sinks contain each result at least once.
 *
 * {@snippet :
 * Pipeline pipeline = readings.to(Sink.of(reading -> System.out.println(reading)));
 * }
 */
@FunctionalInterface
public interface Sink<T> {

    /** Accepts an event and its time in milliseconds. */
    void accept(T event, long time);

    /**
     * Accepts an early result, or an event derived from one, and its time in milliseconds. Later results replace it;
     * the last of them arrives through {@link #accept}. Calls {@link #accept} unless overridden.
     */
    default void acceptEarly(T event, long time) {
        accept(event, time);
    }

    /**
     * Announces that no later event has a time below the watermark, except late events. The watermark is
     * {@code Long.MAX_VALUE} when no event follows.
     */
    default void watermark(long watermark) {}

    /**
     * Returns whether the sink can accept events. While it returns false the job waits, up to its sources. After true,
     * a few thousand events may arrive before the next call.
     */
    default boolean hasRoom() {
        return true;
    }

    /**
     * Returns whether all accepted events have reached their destination. The engine calls it repeatedly before a
     * checkpoint and at the end.
     */
    default boolean flush() {
        return true;
    }

    /**
     * Returns a description of the kind of this sink that does not change between starts. A job does not continue from
     * a checkpoint of another kind of sink. By default it is the name of the class.
     */
    default String definition() {
        return Definition.nameOf(getClass());
    }

    /** Writes the state of the sink into a checkpoint, after {@link #flush} returned true. */
    default void save(ObjectOutput out) throws IOException {}

    /**
     * Returns the sink to its state at a checkpoint, whatever it contains now. When a job continues from a checkpoint,
     * the engine calls it after {@link #begin} and before all other methods.
     */
    default void restore(ObjectInput in) throws IOException, ClassNotFoundException {}

    /**
     * Adopts the saved state of another sink of the same job, from a member that left the cluster. The engine calls it
     * after or instead of {@link #restore}. Does nothing unless overridden.
     */
    default void adopt(ObjectInput in) throws IOException, ClassNotFoundException {}

    /**
     * Begins a job that has this sink. The engine calls it before all other methods. Does nothing unless overridden.
     */
    default void begin() {}

    /**
     * Returns the first rows that the sink shows. Empty if the sink shows none, unless overridden. For any thread.
     *
     * @param limit the largest number of rows
     */
    default Optional<ShownRows> shown(int limit) {
        return Optional.empty();
    }

    /** Returns the number of events of this job that the sink skipped because they were late. For any thread. */
    default long late() {
        return 0;
    }

    /**
     * Returns figures of this sink by name, such as the bytes that wait. Reports show them in this order, and add those
     * of the parts of a sink. For any thread.
     */
    default Map<String, Long> gauges() {
        return Map.of();
    }

    /**
     * Receives the reason why the job has failed. Any thread may call it, also during other calls. It must neither
     * block nor throw. Does nothing unless overridden.
     *
     * @param cause the exception that {@link Job#await} throws
     */
    default void failed(RuntimeException cause) {}

    /**
     * Releases the sink at the end of the job, whatever the reason. No other call follows. If the job was cancelled or
     * has failed and this method does not return, the engine interrupts it. It overlaps an earlier call only if that
     * call has not returned by then.
     */
    default void close() {}

    /** Returns a sink that calls a function. The function must be short. */
    static <T> Sink<T> of(Consumer<? super T> consumer) {
        return (event, time) -> consumer.accept(event);
    }
}
