package org.speedwell.accelerator.replication;

import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * A reader of committed changes into a queue, on its own thread. It passes on whole transactions in commit order, and
 * misses none after its position; it may repeat some. If it cannot read on from there, it ends and puts the reason into
 * the queue.
 */
public interface ChangeFeed extends AutoCloseable {

    /** Starts to read. */
    void start();

    /** Returns the queue of the entries. */
    EntryQueue queue();

    /** Returns whether the thread will put nothing more into the queue. For any thread. */
    boolean isEnded();

    /** Returns a message if the last sign of the source is too long ago. For any thread. */
    Optional<String> silence();

    /**
     * Adds a second reader, which receives the entries from the next one on. For any thread.
     *
     * @param tables selects tables by schema and name
     */
    BinlogTap tap(BiPredicate<String, String> tables);

    /** Stops the reading, and waits until the thread has ended. */
    @Override
    void close();
}
