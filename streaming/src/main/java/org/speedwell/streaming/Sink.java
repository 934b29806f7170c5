package org.speedwell.streaming;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.function.Consumer;

/**
 * Where the events of a job go. A sink belongs to one job at a time: a second that would write it is refused, unless it is a
 * lambda. One thread calls it at a time; no method but {@link #close} may block: a sink that has
 * to wait is a {@link BlockingSink}.
 *
 * <p>After a restart from a checkpoint, events behind the checkpoint come again. A sink that is idempotent, such as
 * {@link JdbcSink}, or that goes back to where it stood at the checkpoint, as {@link FileSink} does, then has each result
 * exactly once; others have it at least once.
 *
 * {@snippet :
 * Pipeline pipeline = readings.to(Sink.of(reading -> System.out.println(reading)));
 * }
 */
@FunctionalInterface
public interface Sink<T> {

    /** Takes an event and its time in milliseconds. */
    void accept(T event, long time);

    /**
     * Takes an early result, or what was made of one, and its time in milliseconds: others follow in its place, the last of
     * which is accepted. As {@link #accept}, unless overridden.
     */
    default void acceptEarly(T event, long time) {
        accept(event, time);
    }

    /** No event that follows has a time below the watermark, late ones aside; {@code Long.MAX_VALUE} when none follows. */
    default void watermark(long watermark) {}

    /** Whether events may come. While it says no the job waits, up to its sources; a few thousand may come after a yes. */
    default boolean hasRoom() {
        return true;
    }

    /** Whether all that was accepted is where it is to be. Asked again and again before a checkpoint and at the end. */
    default boolean flush() {
        return true;
    }

    /**
     * What this sink is, in words that are the same from start to start: a job does not go on from a checkpoint of another
     * kind of sink. The name of the class unless overridden.
     */
    default String definition() {
        return Definition.nameOf(getClass());
    }

    /** Writes into a checkpoint where the sink stands, after {@link #flush} said yes. */
    default void save(ObjectOutput out) throws IOException {}

    /**
     * Goes back to where the sink stood at a checkpoint, whatever it holds. Called behind {@link #begin} and before all else
     * when a job goes on from a checkpoint.
     */
    default void restore(ObjectInput in) throws IOException, ClassNotFoundException {}

    /**
     * Takes over what another sink of the same job has saved, which was on a member of a cluster that is gone; called
     * behind {@link #restore}, or in its place. Nothing is taken over unless overridden.
     */
    default void adopt(ObjectInput in) throws IOException, ClassNotFoundException {}

    /** Begins a job that has this sink. Called before all else. Does nothing unless overridden. */
    default void begin() {}

    /** Returns how many events of this job the sink has left out because they came late. For any thread. */
    default long late() {
        return 0;
    }

    /**
     * Takes the reason for which the job has failed. Called by any thread, also beside other calls. Must not block, nor throw.
     * Does nothing unless overridden.
     *
     * @param cause what {@link Job#await} throws
     */
    default void failed(RuntimeException cause) {}

    /**
     * The job is over, whatever the reason: no other call follows. Interrupted if the job was cancelled or has failed and
     * this does not return. Only where an earlier call has not returned by then does this come beside it.
     */
    default void close() {}

    /** A sink that calls a function, which must be short. */
    static <T> Sink<T> of(Consumer<? super T> consumer) {
        return (event, time) -> consumer.accept(event);
    }
}
