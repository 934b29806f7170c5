package org.speedwell.streaming.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.JetException;
import com.hazelcast.jet.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Spread;
import org.speedwell.streaming.view.View;

/** A job that runs on a cluster, or has run. Thread-safe. */
public final class ClusterJob {
    private final HazelcastInstance hazelcast;
    private final Job job;
    private final Spread shape;

    ClusterJob(HazelcastInstance hazelcast, Job job, Spread shape) {
        this.hazelcast = hazelcast;
        this.job = job;
        this.shape = shape;
    }

    /**
     * Returns the job as Jet has it: its metrics, and how to suspend, resume and restart it. Jet calls a cancelled job
     * {@code FAILED}: {@link #status} tells the two apart.
     */
    public Job jet() {
        return job;
    }

    /** The name that the job's options gave. */
    public String name() {
        return "" + job.getName();
    }

    /** Returns where the job stands: running, as long as it is not over; then completed, cancelled or failed. */
    public org.speedwell.streaming.Job.Status status() {
        return switch (job.getStatus()) {
            case COMPLETED -> org.speedwell.streaming.Job.Status.COMPLETED;
            case FAILED ->
                job.isUserCancelled()
                        ? org.speedwell.streaming.Job.Status.CANCELLED
                        : org.speedwell.streaming.Job.Status.FAILED;
            default -> org.speedwell.streaming.Job.Status.RUNNING;
        };
    }

    /**
     * Waits until the job is over.
     *
     * @return whether it completed; if not, it was cancelled
     * @throws JetException if it failed, with what the member said that failed
     */
    public boolean await() {
        try {
            job.join();
            return true;
        } catch (CancellationException e) {
            return false;
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new JetException("Job \"" + name() + "\" failed: " + cause.getMessage(), cause);
        }
    }

    /** Returns why the job has failed; empty if it has not. */
    private Optional<JetException> failure() {
        if (status() == org.speedwell.streaming.Job.Status.FAILED) {
            try {
                await();
            } catch (JetException e) {
                return Optional.of(e);
            }
        }
        return Optional.empty();
    }

    /** Stops the job, and waits until it is over. Events and open windows are dropped. */
    public void cancel() {
        job.cancel();
        try {
            job.join();
        } catch (CancellationException | CompletionException e) {
            // it is over
        }
    }

    /**
     * Lets no new events in; what the sources have accepted is processed, all windows are closed, and the job completes. A job
     * that is restarted meanwhile, as a member is lost, is to be told again.
     */
    public void drain() {
        for (Member member : members()) {
            MemberCalls.call(hazelcast, member, new DrainCall(name()));
        }
    }

    /**
     * What all members have in a view, of the newest window that each has completed. Asks all members, each time.
     *
     * @param name of the sink that the view is
     * @throws IllegalArgumentException if the job has no such view
     */
    @SuppressWarnings("unchecked") // the rows of the view are those of its definition
    public <E> ClusterRows<E> clusterView(String name) {
        View<E> local = (View<E>) view(shape, name);
        List<E> rows = new ArrayList<>();
        long oldest = Long.MAX_VALUE;
        long newest = Long.MIN_VALUE;
        for (Member member : members()) {
            ViewCall.Rows answer = MemberCalls.call(hazelcast, member, new ViewCall(name(), name));
            for (List<?> row : answer.rows()) {
                rows.add(local.row(row));
            }
            if (answer.time() != Long.MIN_VALUE) {
                oldest = Math.min(oldest, answer.time());
                newest = Math.max(newest, answer.time());
            }
        }
        return new ClusterRows<>(List.copyOf(rows), oldest, newest);
    }

    /**
     * Returns the view of this member, which has the rows of the keys that it keeps: read as any {@link View}, at its full speed.
     * Made again when the job is restarted: not to be kept for long. {@link View#failure} tells if the job has failed.
     *
     * @param member one that runs the job
     * @param name of the sink that the view is
     * @return empty if the job has not begun there yet
     * @throws IllegalArgumentException if the job has no such view
     */
    @SuppressWarnings("unchecked") // the rows of the view are those of its definition
    public <E> Optional<View<E>> view(HazelcastInstance member, String name) {
        view(shape, name);
        Optional<View<E>> found = MemberJobs.of(member).find(name()).map(spread -> (View<E>) view(spread, name));
        failure().ifPresent(failed -> found.ifPresent(view -> view.failed(failed)));
        return found;
    }

    static View<?> view(Spread spread, String name) {
        Sink<?> sink = spread.sink(name).orElse(null);
        if (sink instanceof View<?> view) {
            return view;
        }
        throw new IllegalArgumentException(
                "The job has no view under the name \"" + name + "\": end a pipeline with to(\"" + name + "\", view).");
    }

    private List<Member> members() {
        return hazelcast.getCluster().getMembers().stream()
                .filter(member -> !member.isLiteMember())
                .toList();
    }

    /**
     * The rows of all members.
     *
     * @param rows in no given order
     * @param oldest the event time of the rows of the member that is furthest behind; {@code Long.MAX_VALUE} if none has any
     * @param newest of the one that is furthest ahead; {@code Long.MIN_VALUE} if none has any. The same as the oldest where all
     *     rows are of one window
     */
    public record ClusterRows<E>(List<E> rows, long oldest, long newest) {
        public Stream<E> stream() {
            return rows.stream();
        }
    }
}
