package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A source of events that threads of the same process push. It has any number of producers, a bounded queue, and back
 * pressure on the producers. Thread-safe. The job processes every accepted event, unless it is cancelled or fails.
 *
 * {@snippet :
 * PushSource<Reading> source = new PushSource<>(10_000);
 * Job job = engine.start(Events.from(source, EventTime.of(Reading::time)).to(Sink.of(System.out::println)));
 * source.push(new Reading(17, System.currentTimeMillis(), 80));   // waits while the job is behind
 * }
 */
public final class PushSource<T> extends Claims.SingleUse implements Source<T> {
    private static final int DRAIN = 1024;
    private static final String NULL = "The event is null.";

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Deque<T> queue = new ArrayDeque<>();
    private boolean stopped;

    /**
     * The events taken out of the queue, many at a time, so that the job rarely needs the lock. Only the job uses it.
     */
    private final Deque<T> drained = new ArrayDeque<>();

    /** Creates a source whose queue holds {@code capacity} events. */
    public PushSource(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity is " + capacity + ", but must be 1 or more.");
        }
        this.capacity = capacity;
    }

    /**
     * Accepts the event if there is room. Returns whether it did. Returns false after the source was stopped.
     *
     * @throws NullPointerException if the event is null
     */
    public boolean offer(T event) {
        requireNonNull(event, NULL);
        lock.lock();
        try {
            return !stopped && queue.size() < capacity && queue.add(event);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Accepts the event, and waits for room if necessary.
     *
     * @throws NullPointerException if the event is null
     * @throws IllegalStateException if the source was stopped, before or while waiting. It has not accepted the event
     * then
     */
    public void push(T event) throws InterruptedException {
        if (!pushUnlessStopped(event)) {
            throw new IllegalStateException(
                    "The source accepts no more events, because it was stopped or its job has ended.");
        }
    }

    /**
     * Accepts the event, and waits for room if necessary. Returns false, without accepting the event, if the source is
     * stopped.
     */
    boolean pushUnlessStopped(T event) throws InterruptedException {
        requireNonNull(event, NULL);
        lock.lockInterruptibly();
        try {
            while (!stopped && queue.size() >= capacity) {
                room.await();
            }
            return !stopped && queue.add(event);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of events in the queue, which holds up to {@link #capacity}. */
    public int size() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    public int capacity() {
        return capacity;
    }

    /** Stops accepting events. The job processes the accepted events. It then completes if it has no other source. */
    @Override
    public void stop() {
        lock.lock();
        try {
            stopped = true;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable T poll() {
        if (drained.isEmpty()) {
            drain();
        }
        return drained.poll();
    }

    private void drain() {
        lock.lock();
        try {
            for (int i = 0; i < DRAIN && !queue.isEmpty(); i++) {
                drained.add(queue.remove());
            }
            if (!drained.isEmpty()) {
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isExhausted() {
        lock.lock();
        try {
            return stopped && queue.isEmpty() && drained.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
