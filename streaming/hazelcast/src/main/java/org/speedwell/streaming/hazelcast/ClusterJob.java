package org.speedwell.streaming.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.JetException;
import com.hazelcast.jet.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.view.View;

/** A job that runs on a cluster, or has run. Thread-safe. */
public final class ClusterJob {
    private final HazelcastInstance hazelcast;
    private final Job job;
    private final DistributedGraph shape;

    ClusterJob(HazelcastInstance hazelcast, Job job, DistributedGraph shape) {
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
     * Lets no new events in; what the sources have accepted is processed, all windows are closed, and the job completes. Takes
     * effect whenever it is called, also before the job has begun on its members and while it is restarted or suspended. Does
     * nothing if the job is over.
     */
    public void drain() {
        if (job.getFuture().isDone()) {
            return;
        }
        Drains.add(hazelcast, job); // first: who begins the job after this looks there
        for (Member member : members()) {
            try {
                MemberCalls.call(hazelcast, member, new DrainCall(job.getId()));
            } catch (RuntimeException e) {
                if (members().contains(member)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Asks all members for what they have in a view, of the newest window that each has completed. While members are starting,
     * are behind or are lost, rows are missing: {@link ClusterRows#missing} tells which.
     *
     * @param name of the sink that the view is
     * @throws IllegalArgumentException if the job has no such view
     */
    @SuppressWarnings("unchecked") // the rows of the view are those of its definition
    public <E> ClusterRows<E> clusterView(String name) {
        View<E> local = (View<E>) view(shape, name);
        Map<String, ViewCall.@Nullable Rows> byMember = new TreeMap<>();
        for (Member member : members()) {
            ViewCall.Rows answer = ask(member, name);
            if (answer != null || members().contains(member)) {
                byMember.put(answer == null ? "" + member.getAddress() : answer.self(), answer);
            }
        }
        ViewAnswers answers = new ViewAnswers(byMember);
        List<E> rows = new ArrayList<>();
        for (ViewCall.Rows answer : answers.shown()) {
            answer.rows().forEach(row -> rows.add(local.row(row)));
        }
        return new ClusterRows<>(
                List.copyOf(rows),
                answers.times().min().orElse(Long.MAX_VALUE),
                answers.newest(),
                List.copyOf(answers.missing()));
    }

    /** Returns null if the job has not begun on the member, or the member is lost. */
    private ViewCall.@Nullable Rows ask(Member member, String name) {
        try {
            return MemberCalls.call(hazelcast, member, new ViewCall(job.getId(), name));
        } catch (RuntimeException e) {
            if (members().contains(member)) {
                throw e;
            }
            return null;
        }
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
        Optional<View<E>> found =
                MemberJobs.of(member).find(job.getId()).map(run -> (View<E>) view(run.spread(), name));
        failure().ifPresent(failed -> found.ifPresent(view -> view.failed(failed)));
        return found;
    }

    static View<?> view(DistributedGraph spread, String name) {
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
     * The rows of all members. Where none are missing they are those that a job on one machine would have.
     *
     * @param rows in no given order
     * @param oldest the event time of the rows of the member that is furthest behind; {@code Long.MAX_VALUE} if none has any
     * @param newest of the one that is furthest ahead; {@code Long.MIN_VALUE} if none has any
     * @param missing why there may be more rows of the newest time, by member; empty if these are all
     */
    public record ClusterRows<E>(List<E> rows, long oldest, long newest, List<String> missing) {
        /** Returns whether the rows are all rows of the newest time, and no others. */
        public boolean isWhole() {
            return missing.isEmpty();
        }

        /** Returns a stream of the rows, in no given order. */
        public Stream<E> stream() {
            return rows.stream();
        }
    }
}
