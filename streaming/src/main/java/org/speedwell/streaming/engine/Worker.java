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
 * A thread that calls its tasklets in turn until it is closed. Tasklets may be added from any thread; they never move to
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

    /** A worker whose thread runs. */
    public static Worker start(String name) {
        Worker worker = new Worker(name);
        worker.thread.start();
        return worker;
    }

    /** Adds a tasklet, which must not throw. */
    public void add(Tasklet tasklet) {
        arrivals.add(tasklet);
    }

    /** Lets the thread call each tasklet a last time and end: those of cancelled jobs are done with that. */
    public void close() {
        closed = true;
    }

    /** Waits for the end of the thread; whether it came in time. */
    public boolean join(Duration time) throws InterruptedException {
        return thread.join(time);
    }

    /** Interrupts what the thread is at. */
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
                report("Between calls of tasklets, which go on", e); // no memory, most likely
            }
            Thread.interrupted(); // with the flag set, a thread does not sleep
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

    /** The thread goes on even if there is no memory for the message: others have tasklets here, too. */
    private static void report(String message, Throwable thrown) {
        try {
            LOG.log(Level.ERROR, message, thrown);
        } catch (Throwable e) {
            // nothing can be told
        }
    }

    private static Progress call(Tasklet tasklet) {
        try {
            return tasklet.call();
        } catch (Throwable e) {
            report("A tasklet threw, and is not called again", e); // a fault of this library
            return Progress.DONE;
        } finally {
            Thread.interrupted(); // a user's function may have set the flag, but the thread is not its own to end
        }
    }
}
