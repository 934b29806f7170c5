package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Events that threads of the same process push: any number of producers, a bounded queue, and back pressure that they
 * see. Thread-safe. An event that was accepted is processed, unless the job is cancelled or fails.
 *
 * {@snippet :
 * PushSource<Reading> source = new PushSource<>(10_000);
 * Job job = engine.start(Events.from(source, EventTime.of(Reading::time)).to(Sink.of(System.out::println)));
 * source.push(new Reading(17, System.currentTimeMillis(), 80));   // waits while the job is behind
 * }
 */
public final class PushSource<T> extends Claims.SingleUse implements Source<T> {
    private static final int DRAIN = 1024;
    private static final String NULL = "The event is null, which is none.";

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Deque<T> queue = new ArrayDeque<>();
    private boolean stopped;

    /** Taken out of the queue many at a time, so that the job takes the lock seldom; the job's alone. */
    private final Deque<T> drained = new ArrayDeque<>();

    /** A source whose queue holds {@code capacity} events. */
    public PushSource(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("A capacity of " + capacity + ": it must be 1 or more.");
        }
        this.capacity = capacity;
    }

    /**
     * Takes the event if there is room; whether there was. False too once the source was stopped.
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
     * Takes the event, after waiting for room if need be.
     *
     * @throws NullPointerException if the event is null
     * @throws IllegalStateException if the source was stopped, before or while waiting: the event is not taken
     */
    public void push(T event) throws InterruptedException {
        if (!pushUnlessStopped(event)) {
            throw new IllegalStateException("The source takes no more events: it was stopped or its job is over.");
        }
    }

    /** Takes the event, after waiting for room if need be; false, and the event not taken, once the source is stopped. */
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

    /** How many events wait to be processed, out of {@link #capacity}. */
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

    /** Takes no more events. Those that were taken are still processed, then a job that has no other source completes. */
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
