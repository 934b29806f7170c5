package org.speedwell.streaming.engine;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * A thread that calls its tasklets in turn until it is closed. Any thread may add tasklets. A tasklet never moves to
 * another worker.
 */
public final class Worker {
    private static final System.Logger LOG = System.getLogger(Worker.class.getName());
    private static final int SPINS = 10;
    private static final int YIELDS = 5;

    private final Queue<Tasklet> arrivals = new ConcurrentLinkedQueue<>();
    private final List<Tasklet> tasklets = new ArrayList<>();
    private final Thread thread;
    private volatile boolean closed;

    private Worker(String name) {
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** Creates a worker and starts its thread. */
    public static Worker start(String name) {
        Worker worker = new Worker(name);
        worker.thread.start();
        return worker;
    }

    /** Adds a tasklet. A tasklet that throws is not called again. */
    public void add(Tasklet tasklet) {
        arrivals.add(tasklet);
    }

    /** Ends the thread after one last call of each tasklet. With that call, tasklets of cancelled jobs end. */
    public void close() {
        closed = true;
    }

    /** Waits for the end of the thread, and returns whether it ended in time. */
    public boolean join(Duration time) throws InterruptedException {
        return thread.join(time);
    }

    /** Interrupts the thread, so that a blocked call of user code can return. */
    public void interrupt() {
        thread.interrupt();
    }

    @Override
    public String toString() {
        return thread.getName();
    }

    private void run() {
        BlockingWork.markThread();
        IdleStrategy idle = new BackoffIdleStrategy(
                SPINS, YIELDS, TimeUnit.MICROSECONDS.toNanos(25), TimeUnit.MICROSECONDS.toNanos(500));
        while (!closed) {
            try {
                idle.idle(callAll());
            } catch (Throwable e) {
                report("A worker failed between two calls of tasklets. It continues.", e); // probably out of memory
            }
            Thread.interrupted(); // with the interrupt flag set, a thread does not sleep
        }
        callAll();
    }

    private int callAll() {
        for (Tasklet arrival = arrivals.peek(); arrival != null; arrival = arrivals.peek()) {
            tasklets.add(arrival);
            arrivals.remove();
        }
        int progress = 0;
        for (int i = tasklets.size() - 1; i >= 0; i--) {
            switch (call(tasklets.get(i))) {
                case NONE -> {}
                case MADE -> progress++;
                case DONE -> {
                    tasklets.remove(i);
                    progress++;
                }
            }
        }
        return progress;
    }

    /**
     * Logs a failure. The thread continues even without memory for the message, because other jobs have tasklets on it
     * too.
     */
    private static void report(String message, Throwable thrown) {
        try {
            LOG.log(Level.ERROR, message, thrown);
        } catch (Throwable e) {
            // the message cannot be logged
        }
    }

    private static Progress call(Tasklet tasklet) {
        try {
            return tasklet.call();
        } catch (Throwable e) {
            report("A tasklet threw an exception. The worker does not call it again.", e); // a defect of this library
            return Progress.DONE;
        } finally {
            Thread.interrupted(); // a user's function may set the flag, but must not end the thread
        }
    }
}
