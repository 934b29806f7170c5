package org.speedwell.streaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.recovery.Checkpointer;
import org.speedwell.streaming.recovery.Participant;
import org.speedwell.streaming.state.KeyBudget;

/** The tasklets of one run of a pipeline, put together from its sink backwards, and what they share. */
final class Assembly implements Failures {
    private final JobOptions options;
    private final Claims claims;
    private final Definition definition = new Definition();
    private final int parallelism;
    private final @Nullable Checkpointer checkpointer;
    private final BooleanSupplier draining;
    private final List<JobTasklet> tasklets = new ArrayList<>();
    private final List<Source<?>> sources = new ArrayList<>();
    private final Map<String, Runnable> closings = new LinkedHashMap<>();
    private final LongAdder events = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder evicted = new LongAdder();
    private final LongAdder results = new LongAdder();
    /** Whether what is added now must end before anything else is done: no barrier may come in its midst. */
    private boolean bounded;

    private int operations;

    private volatile long watermark = Batch.NO_WATERMARK;

    Assembly(JobOptions options, int parallelism, @Nullable Checkpointer checkpointer, BooleanSupplier draining) {
        this.options = options;
        this.claims = new Claims(options.name());
        this.parallelism = parallelism;
        this.checkpointer = checkpointer;
        this.draining = draining;
    }

    <T> List<Sender> addSources(List<Source<T>> added, EventTime<T> eventTime, Tail<T> tail) {
        List<Sender> senders = new ArrayList<>();
        for (Source<T> source : added) {
            claims.claim(source);
            sources.add(source);
            String name = "source " + sources.size();
            closings.put(name, source::close);
            definition.add(
                    name + ": " + (source instanceof ReplayableSource<T> replayable ? replayable.definition() : ""),
                    source,
                    eventTime.time());
            if (checkpointer != null && !(source instanceof ReplayableSource)) {
                throw new CheckpointException(
                        "The job takes checkpoints, and " + name + " ("
                                + source.getClass().getSimpleName()
                                + ") cannot be read again from where a checkpoint was taken: events would be lost."
                                + " Use a ReplayableSource, or no checkpoints.",
                        null);
            }
            List<Conveyor> row = conveyors(tail);
            Participant participant = participant(name);
            SourceTasklet<T> tasklet =
                    new SourceTasklet<>(source, eventTime, tail, new Outbox(row), this, participant, bounded);
            tasklets.add(new JobTasklet(name, tasklet, null));
            if (checkpointer != null) {
                checkpointer.add(participant, tasklet);
            }
            senders.add(new Sender(row, nextOperation(), true, eventTime.idleAfter() != null, bounded));
        }
        return senders;
    }

    /** Builds what must be read to its end before its receivers read anything else, and so before any checkpoint. */
    List<Sender> addBounded(Supplier<List<Sender>> side) {
        boolean outer = bounded;
        bounded = true;
        try {
            return side.get();
        } finally {
            bounded = outer;
        }
    }

    /** The number of one more operation. */
    int nextOperation() {
        return operations++;
    }

    /**
     * Adds an operator for one part of the keys, as a sender to the next receivers.
     *
     * @param operation of which this is a part
     */
    <R> Sender addOperator(
            int operation,
            String place,
            int part,
            List<Sender> senders,
            Operator<R> operator,
            @Nullable Duration earlyPeriod,
            Tail<R> tail) {
        List<Conveyor> row = conveyors(tail);
        Outbox outbox = new Outbox(row);
        Inbox inbox = inbox(senders, part);
        String name = place + " part " + (part + 1);
        Participant participant = participant(name);
        OperatorTasklet<R> tasklet =
                new OperatorTasklet<>(inbox, operator, tail.entry().apply(outbox), outbox, earlyPeriod, participant);
        tasklets.add(new JobTasklet(name, tasklet, inbox));
        if (checkpointer != null) {
            checkpointer.add(participant, tasklet);
        }
        List<Sender> unbounded =
                senders.stream().filter(sender -> !sender.isReadFirst()).toList();
        boolean mayFallIdle = unbounded.stream().anyMatch(Sender::mayFallIdle);
        boolean isOfSeveral =
                unbounded.stream().mapToInt(Sender::operation).distinct().count() > 1
                        || !unbounded.stream().allMatch(Sender::isInStep);
        return new Sender(row, operation, !(mayFallIdle && isOfSeveral), mayFallIdle, bounded);
    }

    <T> void addSink(List<Sender> senders, Sink<T> sink) {
        claims.claim(sink);
        definition.add("sink: " + sink.definition(), sink);
        Inbox inbox = inbox(senders, 0);
        Participant participant = participant("sink");
        closings.put("the sink", () -> {
            participant.awaitSave();
            sink.close();
        });
        SinkTasklet<T> tasklet = new SinkTasklet<>(inbox, sink, this, results, to -> watermark = to, participant);
        tasklets.add(new JobTasklet("sink", tasklet, inbox));
        if (checkpointer != null) {
            checkpointer.add(participant, tasklet);
        }
    }

    private Participant participant(String name) {
        return checkpointer == null ? Participant.ofNone(name) : checkpointer.participant(name);
    }

    /** Conveyors from one sender to each receiver. */
    private static List<Conveyor> conveyors(Tail<?> tail) {
        List<Conveyor> row = new ArrayList<>();
        for (int i = 0; i < tail.receivers(); i++) {
            row.add(new Conveyor(tail.layout()));
        }
        return row;
    }

    /** The conveyors of all senders to one receiver. */
    private static Inbox inbox(List<Sender> senders, int receiver) {
        List<Conveyor> conveyors = new ArrayList<>();
        int[] operations = new int[senders.size()];
        boolean[] inStep = new boolean[operations.length];
        for (int i = 0; i < operations.length; i++) {
            Sender sender = senders.get(i);
            conveyors.add(sender.conveyors().get(receiver));
            operations[i] = sender.operation();
            inStep[i] = sender.isInStep();
        }
        return new Inbox(conveyors, operations, inStep);
    }

    @Override
    public void report(String place, Object given, Throwable cause) {
        if (!options.skipsFailures() || cause instanceof Error) {
            throw new JobException(place, given, cause);
        }
        skipped.increment();
    }

    @Override
    public RuntimeException fatal(String place, Object given, Throwable cause) {
        return new JobException(place, given, cause);
    }

    /** Over how many tasklets an operation's keys are spread. */
    int parallelism() {
        return parallelism;
    }

    /** The bounds of an operation's keys, one for each part. */
    List<KeyBudget> keyBudgets() {
        List<KeyBudget> budgets = new ArrayList<>();
        KeyBudget shared = KeyBudget.stopping(options.maxKeys());
        int share = Math.ceilDiv(options.maxKeys(), parallelism);
        for (int i = 0; i < parallelism; i++) {
            budgets.add(options.keyOverflow() == KeyOverflow.STOP ? shared : KeyBudget.evicting(share, evicted));
        }
        return budgets;
    }

    /** The bound of the keys that one sender has in panes that are not over; the same keys are bounded again by part. */
    KeyBudget localKeyBudget() {
        return KeyBudget.stopping(options.maxKeys());
    }

    /** Whether the job may go on in another process. */
    boolean takesCheckpoints() {
        return checkpointer != null;
    }

    Definition definition() {
        return definition;
    }

    boolean evictsKeys() {
        return options.keyOverflow() == KeyOverflow.EVICT;
    }

    BooleanSupplier draining() {
        return draining;
    }

    Failures failures() {
        return this;
    }

    /** The job is over, or does not begin: its sources and sinks are not its own any more. */
    void release() {
        claims.release();
    }

    List<JobTasklet> tasklets() {
        return tasklets;
    }

    /** What gives back what the job holds, by name: to be run when all tasklets are over. */
    Map<String, Runnable> closings() {
        return closings;
    }

    LongAdder events() {
        return events;
    }

    LongAdder late() {
        return late;
    }

    JobMetrics metrics(long nanos) {
        return new JobMetrics(
                events.sum(),
                late.sum(),
                skipped.sum(),
                evicted.sum(),
                results.sum(),
                watermark,
                nanos,
                tasklets.stream().map(JobTasklet::metrics).toList(),
                checkpointer == null ? CheckpointMetrics.NONE : checkpointer.metrics());
    }
}
