package org.speedwell.streaming;

import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.checkpoint.CheckpointListener;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.engine.Stateful;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.pane.LateEvents;
import org.speedwell.streaming.pane.LocalTotals;
import org.speedwell.streaming.pane.WindowOperator;
import org.speedwell.streaming.recovery.Checkpointer;
import org.speedwell.streaming.recovery.Participant;
import org.speedwell.streaming.state.HashJoinOperator;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.state.StatefulOperator;
import org.speedwell.streaming.window.Window;

/** The tasklets of one run of a job, and what they share. It creates them as the plan says, from the sources on. */
final class Assembly {
    private final Plan plan;
    private final Graph graph;
    private final JobOptions options;
    private final Claims claims;
    private final Chains chains;
    private final @Nullable Checkpointer checkpointer;
    private final SourceControl control;
    private final List<JobTasklet> tasklets = new ArrayList<>();
    private final Map<String, Runnable> closings = new LinkedHashMap<>();
    private final Map<Edge, List<Sender>> senders = new HashMap<>();
    private final FailureCounters tally;

    Assembly(Plan plan, JobOptions options, @Nullable Checkpointer checkpointer, SourceControl control) {
        this.plan = plan;
        this.graph = plan.graph();
        this.options = options;
        this.claims = new Claims(options.name());
        this.tally = new FailureCounters(options);
        this.chains = new Chains(plan, tally, checkpointer != null);
        this.checkpointer = checkpointer;
        this.control = control;
    }

    /**
     * Creates all tasklets.
     *
     * @throws IllegalArgumentException if another job uses a source or a sink
     * @throws CheckpointException if the job takes checkpoints and a source is not a {@link ReplayableSource}
     */
    void build() {
        for (Vertex vertex : graph.vertices()) {
            switch (vertex.operation()) {
                case Operation.Read read -> addSource(vertex, read);
                case Operation.Stateless fused -> {}
                case Operation.Aggregation aggregation -> addWindows(vertex, aggregation);
                case Operation.StatefulMapping mapping ->
                    addOperators(
                            vertex,
                            List.of(),
                            senders(vertex.inputs().getFirst()),
                            null,
                            keys -> statefulOperator(mapping, keys, tally));
                case Operation.HashJoin join -> addHashJoin(vertex, join);
                case Operation.Write write -> addSink(vertex, write.sink());
            }
        }
        senders.clear();
    }

    /** Creates an operator of a stateful map, with the name of the operation for messages. */
    static StatefulOperator<?, ?, ?, ?> statefulOperator(
            Operation.StatefulMapping mapping, Keys keys, FailureCounters tally) {
        return new StatefulOperator<>(mapping.map(), "the " + mapping.word(), keys, tally, tally.lateCounter());
    }

    private void addSource(Vertex vertex, Operation.Read read) {
        String name = graph.name(vertex);
        Source<Object> source = read.source();
        claims.claim(source);
        begin(source, name);
        closings.put(name, source::close);
        if (checkpointer != null && !(source instanceof ReplayableSource)) {
            throw new CheckpointException(
                    "The job takes checkpoints, but " + name + " (" + Claims.describe(source)
                            + ") cannot be read again from the position of a checkpoint. Events would be lost."
                            + " Use a ReplayableSource, or no checkpoints.",
                    null);
        }
        Sender sender = new Sender(List.of(), graph.number(vertex), true, read.mayFallIdle());
        Outbox outbox = outbox(vertex, sender);
        Participant participant = participant(name, name);
        Tasklet tasklet = HiddenClassCopy.makeOnly(
                MethodHandles.lookup(),
                SourceTasklet.class,
                source,
                read.time(),
                plan.exits(vertex).stream().map(plan::lane).toList(),
                chains.stageAfter(vertex, outbox),
                outbox,
                control,
                tally,
                participant,
                graph.isBounded(vertex));
        add(new JobTasklet(name, name, tasklet, null), participant);
    }

    private void addWindows(Vertex vertex, Operation.Aggregation of) {
        Edge edge = vertex.inputs().getFirst();
        LateEvents lateEvents = tally.lateEvents(of);
        addOperators(
                vertex,
                List.of(),
                plan.lane(edge).hasLocalTotals() ? addLocalTotals(vertex, of) : senders(edge),
                of.earlyPeriod(),
                keys -> WindowOperator.of(of.window(), of.aggregate(), keys, tally, lateEvents));
    }

    /** Adds a tasklet of local totals for each sender. */
    private List<Sender> addLocalTotals(Vertex vertex, Operation.Aggregation of) {
        Edge edge = vertex.inputs().getFirst();
        Layout layout = new Layout(false, plan.lane(edge).layout().values(), false, true);
        List<Sender> totals = new ArrayList<>();
        for (Sender sender : senders(edge)) {
            LocalTotals operator = new LocalTotals(
                    (Window.Sliding) of.window(),
                    (Totals<?, ?>) of.aggregate(),
                    KeyBudget.stopping(options.maxKeys())); // each part limits the same keys again
            List<Conveyor> row = conveyors(layout, plan.parallelism());
            Outbox outbox = new Outbox(row);
            Stage<LocalTotals.Total> chain = (total, time) -> total.send(time, outbox.port(0));
            String name = "totals of sender " + (totals.size() + 1) + " for " + graph.name(vertex);
            addOperator(
                    Plan.totalsName(graph.name(vertex)),
                    name,
                    inbox(List.of(sender), 0),
                    operator,
                    null,
                    false,
                    chain,
                    outbox);
            totals.add(sender.through(row));
        }
        return totals;
    }

    private void addHashJoin(Vertex vertex, Operation.HashJoin join) {
        List<Sender> rows = senders(vertex.inputs().getFirst());
        addOperators(
                vertex,
                rows,
                senders(vertex.inputs().getLast()),
                null,
                keys -> new HashJoinOperator<>(join.function(), rows.size(), keys, tally));
    }

    /** Adds an operator for each part of the keys. A join reads the senders {@code rows} first. */
    private void addOperators(
            Vertex vertex,
            List<Sender> rows,
            List<Sender> events,
            @Nullable Duration earlyPeriod,
            Function<Keys, Operator<?>> operators) {
        boolean hasObjectKeys = vertex.inputs().getFirst().hasObjectKeys();
        List<Sender> from = Stream.concat(rows.stream(), events.stream()).toList();
        Sender sender = behind(events, graph.number(vertex));
        KeyBudget shared = KeyBudget.stopping(options.maxKeys());
        for (int part = 0; part < plan.parts(vertex); part++) {
            KeyBudget budget = evictsKeys()
                    ? KeyBudget.evicting(Math.ceilDiv(options.maxKeys(), plan.parallelism()), tally.evicted())
                    : shared;
            Outbox outbox = outbox(vertex, sender);
            addOperator(
                    graph.name(vertex),
                    graph.name(vertex) + " part " + (part + 1),
                    inbox(from, part),
                    operators.apply(Keys.of(hasObjectKeys, budget).ofReceiver(part, plan.parallelism())),
                    earlyPeriod,
                    plan.lane(vertex.inputs().getLast()).handsOver(),
                    chains.stageAfter(vertex, outbox),
                    outbox);
        }
    }

    private <R> void addOperator(
            String part,
            String name,
            Inbox inbox,
            Operator<R> operator,
            @Nullable Duration earlyPeriod,
            boolean takesAtOnce,
            Stage<? super R> chain,
            Outbox outbox) {
        Participant participant = participant(part, name);
        OperatorTasklet<R> tasklet = new OperatorTasklet<>(inbox, operator, chain, outbox, earlyPeriod, participant);
        if (takesAtOnce) {
            tasklet.takeAtOnce();
        }
        add(new JobTasklet(part, name, tasklet, inbox), participant);
    }

    private void addSink(Vertex vertex, Sink<Object> sink) {
        claims.claim(sink);
        String name = graph.name(vertex);
        begin(sink, name);
        Inbox inbox = inbox(senders(vertex.inputs().getFirst()), 0);
        Participant participant = participant(name, name);
        closings.put("the " + name, () -> {
            participant.awaitSave();
            sink.close();
        });
        add(
                new JobTasklet(name, name, new SinkTasklet(inbox, sink, "the " + name, tally, participant), inbox),
                participant);
    }

    private void begin(Object sourceOrSink, String name) {
        if (sourceOrSink instanceof CheckpointListener listener) {
            listener.begin(options.name(), name, checkpointer != null);
        }
    }

    private void add(JobTasklet tasklet, Participant participant) {
        tasklets.add(tasklet);
        if (checkpointer != null) {
            checkpointer.add(participant, (Stateful) tasklet.tasklet());
        }
    }

    private Participant participant(String vertex, String name) {
        return checkpointer == null ? Participant.ofNone(name) : checkpointer.participant(vertex, name);
    }

    private List<Sender> senders(Edge edge) {
        return senders.getOrDefault(edge, List.of());
    }

    /**
     * Returns an operation as its receivers see it.
     *
     * @param all the senders of the operation, without the senders of a join's rows
     * @param own the clock to use if the operation creates watermarks from several clocks
     */
    static Sender behind(List<Sender> all, int own) {
        boolean mayFallIdle = all.stream().anyMatch(Sender::mayFallIdle);
        boolean isOfSeveral = all.stream().mapToInt(Sender::clock).distinct().count() > 1
                || !all.stream().allMatch(Sender::isInStep);
        int clock = isOfSeveral || all.isEmpty() ? own : all.getFirst().clock();
        return new Sender(List.of(), clock, !(mayFallIdle && isOfSeveral), mayFallIdle);
    }

    /** Creates the outbox of a vertex's tasklet, with a port for each exit of the vertex. */
    private Outbox outbox(Vertex vertex, Sender sender) {
        List<List<Conveyor>> rows = new ArrayList<>();
        for (Edge exit : plan.exits(vertex)) {
            List<Conveyor> row =
                    conveyors(plan.lane(exit).layout(), plan.lane(exit).receivers());
            rows.add(row);
            senders.computeIfAbsent(exit, none -> new ArrayList<>()).add(sender.through(row));
        }
        return Outbox.of(rows);
    }

    private static List<Conveyor> conveyors(Layout layout, int receivers) {
        return Stream.generate(() -> new Conveyor(layout)).limit(receivers).toList();
    }

    /** Returns the inbox of one receiver, with the conveyors of all senders. */
    private static Inbox inbox(List<Sender> senders, int receiver) {
        return inbox(
                senders,
                senders.stream().map(sender -> sender.conveyors().get(receiver)).toList());
    }

    /** Returns the inbox of one receiver, with these conveyors of the senders. */
    static Inbox inbox(List<Sender> senders, List<Conveyor> conveyors) {
        int[] operations = new int[senders.size()];
        boolean[] inStep = new boolean[operations.length];
        for (int i = 0; i < operations.length; i++) {
            Sender sender = senders.get(i);
            operations[i] = sender.clock();
            inStep[i] = sender.isInStep();
        }
        return new Inbox(conveyors, operations, inStep);
    }

    private boolean evictsKeys() {
        return options.keyOverflow() == KeyOverflow.EVICT;
    }

    /** Releases the sources and sinks for other jobs. The job calls it when it has ended, or does not begin. */
    void release() {
        claims.release();
    }

    Plan plan() {
        return plan;
    }

    List<JobTasklet> tasklets() {
        return tasklets;
    }

    /** Returns the sinks of all ends of the pipeline. */
    List<Sink<Object>> sinks() {
        return List.copyOf(graph.sinks().values());
    }

    /** Returns the tasks that release what the job holds, by name. The job runs them after all tasklets have ended. */
    Map<String, Runnable> closings() {
        return closings;
    }

    JobMetrics metrics(long nanos) {
        List<Tasklet> all = tasklets.stream().map(JobTasklet::tasklet).toList();
        List<SinkTasklet> sinks = all.stream()
                .filter(SinkTasklet.class::isInstance)
                .map(SinkTasklet.class::cast)
                .toList();
        return new JobMetrics(
                tasklets.stream()
                        .filter(JobTasklet::isSource)
                        .mapToLong(each -> each.tasklet().received())
                        .sum(),
                tally.late() + sinks.stream().mapToLong(SinkTasklet::late).sum(),
                tally.skipped(),
                tally.evicted().sum(),
                sinks.stream().mapToLong(SinkTasklet::received).sum(),
                sinks.stream().mapToLong(SinkTasklet::watermark).min().orElse(Batch.NO_WATERMARK),
                nanos,
                tasklets.stream().map(JobTasklet::metrics).toList(),
                checkpointer == null ? CheckpointMetrics.NONE : checkpointer.metrics());
    }
}
