package org.speedwell.streaming.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.concurrent.Agent;

/** Calls its tasklets in turn, for ever. Tasklets may be added from any thread; they never move to another worker. */
public final class Worker implements Agent {
    private final String name;
    private final Queue<Tasklet> arrivals = new ConcurrentLinkedQueue<>();
    private final List<Tasklet> tasklets = new ArrayList<>();

    public Worker(String name) {
        this.name = name;
    }

    /** Adds a tasklet, which must not throw. */
    public void add(Tasklet tasklet) {
        arrivals.add(tasklet);
    }

    @Override
    public int doWork() {
        for (Tasklet arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            tasklets.add(arrival);
        }
        int progress = 0;
        for (int i = tasklets.size() - 1; i >= 0; i--) {
            Progress made = tasklets.get(i).call();
            Thread.interrupted(); // a user's function may have set the flag, but the thread is not its own to end
            switch (made) {
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

    /** Calls each tasklet a last time: those of cancelled jobs are done with it. */
    @Override
    public void onClose() {
        doWork();
    }

    @Override
    public String roleName() {
        return name;
    }
}
