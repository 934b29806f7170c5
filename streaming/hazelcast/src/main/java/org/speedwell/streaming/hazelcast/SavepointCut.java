package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.core.JobStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.checkpoint.CheckpointException;

/**
 * A cut through a running job for a savepoint. The sources pause, all frames on their way arrive, and then Jet saves the
 * state and suspends the job. So the state of each part is complete in itself, and does not depend on the number of
 * parts or on the edges of the graph. Afterwards the job continues.
 */
final class SavepointCut {
    /** The time that the frames have to arrive, and that Jet has to suspend the job. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final long STEP_MILLIS = 5;

    private final Job job;
    private final String savepoint;
    private final Savepoints savepoints;

    /** A function that asks all members of the job, and returns the answers of those that run it. */
    interface Members {
        <R> List<R> ask(Callable<@Nullable R> question);
    }

    private final Members members;

    SavepointCut(HazelcastInstance hazelcast, Job job, String savepoint, Members members) {
        this.job = job;
        this.savepoint = savepoint;
        this.savepoints = new Savepoints(hazelcast);
        this.members = members;
    }

    /** Writes the savepoint. */
    void write(DistributedGraph shape) throws InterruptedException {
        savepoints.requireFree(savepoint);
        TreeMap<String, Integer> parts = new TreeMap<>();
        shape.stages()
                .forEach(stage ->
                        parts.put(stage.name(), stage.kind() == DistributedGraph.Kind.SINK ? 1 : stage.parts()));
        Savepoints.Description description = new Savepoints.Description("" + job.getName(), shape.definition(), parts);
        savepoints.clear(savepoint, description); // of an attempt that did not end
        try {
            awaitQuiet();
            members.ask(new SavepointCall(job.getId(), savepoint));
            job.suspend();
            await(() -> job.getStatus() == JobStatus.SUSPENDED, "did not stop");
            savepoints.complete(savepoint, description);
        } finally {
            if (!job.getFuture().isDone()) {
                job.resume(); // first, because a call to a member may fail; it does nothing if the job still runs
                members.ask(new PauseCall(job.getId(), false));
            }
        }
    }

    /** Pauses the sources and waits until no frame is on its way: two rounds must find the same numbers. */
    private void awaitQuiet() throws InterruptedException {
        DistributedGraph.Flow[] last = new DistributedGraph.Flow[1];
        await(
                () -> {
                    List<DistributedGraph.Flow> flows = new ArrayList<>(members.ask(new PauseCall(job.getId(), true)));
                    DistributedGraph.Flow now = DistributedGraph.Flow.sum(flows);
                    boolean isQuiet =
                            !flows.isEmpty() && now.isQuiet() && now.given() == now.taken() && now.equals(last[0]);
                    last[0] = now;
                    return isQuiet;
                },
                "did not process the events that it has taken");
    }

    private void await(BooleanSupplier condition, String problem) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (job.getFuture().isDone()) {
                throw new CheckpointException("The job ended before the savepoint was written.", null);
            }
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new CheckpointException(
                        "The savepoint \"" + savepoint + "\" was not written: the job " + problem + " within "
                                + PATIENCE + ".",
                        null);
            }
            Thread.sleep(STEP_MILLIS);
        }
    }
}
