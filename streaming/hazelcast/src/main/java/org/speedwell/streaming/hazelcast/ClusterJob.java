package org.speedwell.streaming.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.JetException;
import com.hazelcast.jet.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.JobControl;
import org.speedwell.streaming.JobReport;
import org.speedwell.streaming.JobSavepoints;
import org.speedwell.streaming.ShownRows;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.view.View;

/** A job that runs on a cluster, or has ended. Thread-safe. */
public final class ClusterJob implements JobControl {
    private final HazelcastInstance hazelcast;
    private final Job job;
    private final JobSpec spec;

    /** The graph of the job in this process, which runs nothing. Null until a caller needs it. */
    private volatile @Nullable DistributedGraph shape;

    ClusterJob(HazelcastInstance hazelcast, Job job, JobSpec spec, @Nullable DistributedGraph shape) {
        this.hazelcast = hazelcast;
        this.job = job;
        this.spec = spec;
        this.shape = shape;
    }

    /** Returns the graph of the job, from the definition on the class path of this process. */
    private DistributedGraph shape() {
        DistributedGraph known = shape;
        if (known == null) {
            ClassLoader loader = Objects.requireNonNullElse(
                    Thread.currentThread().getContextClassLoader(), ClusterJob.class.getClassLoader());
            known = spec.shape(loader);
            shape = known;
        }
        return known;
    }

    /**
     * Returns Jet's job, with its metrics and the method to restart it. Jet's status of a cancelled job is
     * {@code FAILED}. {@link #status} distinguishes the two cases.
     */
    public Job jet() {
        return job;
    }

    @Override
    public String name() {
        return "" + job.getName();
    }

    /** Returns the status of the job: running or paused until the job ends, then completed, cancelled or failed. */
    @Override
    public org.speedwell.streaming.Job.Status status() {
        return switch (job.getStatus()) {
            case COMPLETED -> org.speedwell.streaming.Job.Status.COMPLETED;
            case FAILED ->
                job.isUserCancelled()
                        ? org.speedwell.streaming.Job.Status.CANCELLED
                        : org.speedwell.streaming.Job.Status.FAILED;
            case SUSPENDED, SUSPENDED_EXPORTING_SNAPSHOT -> org.speedwell.streaming.Job.Status.PAUSED;
            default -> org.speedwell.streaming.Job.Status.RUNNING;
        };
    }

    /**
     * Returns the graph of the job, and the work of all members so far. A restart of the job begins the counts again.
     * Counts of a member are missing until the job has begun there, and while it is paused.
     */
    @Override
    public JobReport report() {
        List<JobReport> reports = askAll(new ReportCall(job.getId()));
        if (reports.isEmpty()) { // the job begins, or the members that ran it are gone
            reports.add(shape().report());
        }
        return JobReport.merged(reports)
                .with(status(), failure().map(Throwable::getMessage).orElse(null));
    }

    /**
     * Saves the state and stops the job on all members until {@link #resume}, also while members leave and join. Views
     * keep their last rows.
     *
     * @throws IllegalStateException if the job does not save its state, because it would start from the beginning
     */
    @Override
    public void pause() {
        requireRestarts("cannot pause without a loss of events");
        if (!job.getFuture().isDone()) {
            job.suspend();
        }
    }

    @Override
    public void resume() {
        if (!job.getFuture().isDone()) {
            job.resume();
        }
    }

    /**
     * Waits until the job ends.
     *
     * @return true if the job completed, false if it was cancelled
     * @throws JetException if the job failed; the message is that of the failed member
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

    /** Returns the failure of the job. Empty if the job has not failed. */
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

    /**
     * Keeps the state of the job under a name, as long as the cluster lives. A job can start from it
     * ({@link HazelcastEngine#startingFrom}), also with a changed pipeline. This job pauses for the savepoint, and then
     * continues.
     *
     * @param savepoint a name that no other savepoint of the cluster has
     * @throws IllegalStateException if the job does not save its state
     * @throws org.speedwell.streaming.checkpoint.CheckpointException if the name is taken, the job ends before, or the
     * savepoint is not complete
     */
    public void savepoint(String savepoint) throws InterruptedException {
        requireRestarts("cannot have savepoints");
        new SavepointCut(hazelcast, job, savepoint, new SavepointCut.Members() {
                    @Override
                    public <R> List<R> ask(Callable<@Nullable R> question) {
                        return askAll(question);
                    }
                })
                .write(shape());
    }

    /** Returns the savepoints that jobs of this name have kept in the cluster. */
    @Override
    public JobSavepoints savepoints() {
        Savepoints ofCluster = new Savepoints(hazelcast);
        return new JobSavepoints() {
            @Override
            public void take(String savepoint) throws InterruptedException {
                savepoint(savepoint);
            }

            @Override
            public List<String> names() {
                return ofCluster.of(name());
            }

            @Override
            public void remove(String savepoint) {
                if (names().contains(savepoint)) {
                    ofCluster.remove(savepoint);
                }
            }
        };
    }

    private <R> List<R> askAll(Callable<@Nullable R> question) {
        List<R> answers = new ArrayList<>();
        for (Member member : members()) {
            R answer = ask(member, question);
            if (answer != null) {
                answers.add(answer);
            }
        }
        return answers;
    }

    private void requireRestarts(String problem) {
        if (!spec.restarts()) {
            throw new IllegalStateException("Job \"" + name() + "\" saves no state, so it " + problem
                    + ". Start it with HazelcastEngine.exactlyOnce.");
        }
    }

    /** Stops the job, and waits until it has ended. The job drops pending events and open windows. */
    @Override
    public void cancel() {
        job.cancel();
        try {
            job.join();
        } catch (CancellationException | CompletionException e) {
            // The job has ended.
        }
    }

    /**
     * Stops the sources. The job processes the events that they have accepted, closes all windows and completes.
     *
     * <p>The call also takes effect before the job starts on its members, while it restarts, and while it is suspended.
     * Does nothing if the job has ended.
     */
    @Override
    public void drain() {
        if (job.getFuture().isDone()) {
            return;
        }
        Drains.add(hazelcast, job); // first: a member that starts the job later reads it
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
     * Returns the rows of a view from all members, for the newest window that each has completed. Rows are missing
     * while members start, fall behind or are lost. {@link ClusterRows#missing} lists the reasons.
     *
     * @param name the name of the sink that is the view
     * @throws IllegalArgumentException if the job has no such view
     */
    @SuppressWarnings("unchecked") // the definition of the view defines the type of its rows
    public <E> ClusterRows<E> clusterView(String name) {
        View<E> local = (View<E>) view(shape(), name);
        ViewAnswers answers = askForRows(name, Integer.MAX_VALUE);
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

    private ViewAnswers askForRows(String view, int limit) {
        Map<String, ViewCall.@Nullable Rows> byMember = new TreeMap<>();
        for (Member member : members()) {
            ViewCall.Rows answer = ask(member, new ViewCall(job.getId(), view, limit));
            if (answer != null || members().contains(member)) {
                byMember.put(answer == null ? "" + member.getAddress() : answer.self(), answer);
            }
        }
        return new ViewAnswers(byMember);
    }

    /** Returns the first rows of a view from all members, for the newest window that each has completed. */
    @Override
    public ShownRows rows(String view, int limit) {
        View<?> local = view(shape(), view);
        ViewAnswers answers = askForRows(view, limit);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        answers.shown().stream()
                .flatMap(answer -> answer.rows().stream())
                .limit(limit)
                .forEach(row -> rows.add(new ArrayList<>(row)));
        long total = answers.shown().stream().mapToLong(ViewCall.Rows::total).sum();
        return new ShownRows(local.table().columnNames(), rows, total, answers.newest());
    }

    /** Returns the answer of one member. Null if the job has not started on the member, or the member is lost. */
    private <R> @Nullable R ask(Member member, Callable<@Nullable R> question) {
        try {
            return MemberCalls.call(hazelcast, member, question);
        } catch (RuntimeException e) {
            if (members().contains(member)) {
                throw e;
            }
            return null;
        }
    }

    /**
     * Returns the view of one member, with the rows of the keys that the member owns. Reads are as fast as those of any
     * {@link View}.
     *
     * <p>A restart of the job creates a new view, so do not keep the result for long. {@link View#failure} reports a
     * failure of the job.
     *
     * @param member a member that runs the job
     * @param name the name of the sink that is the view
     * @return empty if the job has not started on the member
     * @throws IllegalArgumentException if the job has no such view
     */
    @SuppressWarnings("unchecked") // the definition of the view defines the type of its rows
    public <E> Optional<View<E>> view(HazelcastInstance member, String name) {
        view(shape(), name);
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
                "The job has no view named \"" + name + "\". End a pipeline with to(\"" + name + "\", view).");
    }

    private List<Member> members() {
        return hazelcast.getCluster().getMembers().stream()
                .filter(member -> !member.isLiteMember())
                .toList();
    }

    /**
     * The rows of a view from all members. If none are missing, they equal the rows of a job on one machine.
     *
     * @param rows the rows, in no particular order
     * @param oldest the event time of the rows of the slowest member; {@code Long.MAX_VALUE} if no member has rows
     * @param newest the event time of the rows of the fastest member; {@code Long.MIN_VALUE} if no member has rows
     * @param missing the reasons why rows of the newest time may be missing, by member; empty if none are missing
     */
    public record ClusterRows<E>(List<E> rows, long oldest, long newest, List<String> missing) {
        /** Returns whether the rows are exactly the rows of the newest time. */
        public boolean isWhole() {
            return missing.isEmpty();
        }

        /** Returns a stream of the rows, in no particular order. */
        public Stream<E> stream() {
            return rows.stream();
        }
    }
}
