package org.speedwell.streaming;

import java.io.ObjectInputFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;
import org.speedwell.streaming.state.KeyBudget;

/**
 * A job whose parts run in several processes: for what runs jobs on a cluster, as the adapter to Hazelcast does, and not for
 * users. Each process makes one of the same pipeline, and of it the parts that it runs. How many parts there are, which sends
 * to which, and what each keeps, is the same in all, whatever process runs it, also after a restart in fewer. Making parts is
 * for one thread at a time; each part is for one thread, as it says.
 */
public final class DistributedGraph {
    private final Graph graph;
    private final Plan plan;
    private final JobOptions options;
    private final boolean restarts;
    private final ObjectInputFilter filter;
    private final FailureCounters tally;
    private final Claims claims;
    private final Chains chains;
    private final List<Vertex> vertices;
    private final List<Stage> stages = new ArrayList<>();

    /** By stage, what each of its parts is to its receivers. */
    private final List<List<Sender>> senders = new ArrayList<>();

    private final Map<Vertex, KeyBudget> budgets = new HashMap<>();
    private final ConcurrentLinkedQueue<DistributedPart> parts = new ConcurrentLinkedQueue<>();
    private final long startNanos = System.nanoTime();
    private volatile boolean draining;

    /** What a stage is to the flow of events. */
    public enum Kind {
        /** It gives them. */
        SOURCE,
        /** It takes and gives them. */
        OPERATOR,
        /** It takes them. */
        SINK
    }

    /**
     * A vertex of the graph that has tasklets.
     *
     * @param number its place among all, from 0
     * @param name of its vertex
     * @param parts how many there are in all processes; of a sink one in each, whatever this says
     * @param inputs whose frames it takes
     */
    public record Stage(int number, String name, Kind kind, int parts, List<Input> inputs) {}

    /**
     * Where frames come from.
     *
     * @param from the number of the stage
     * @param exit the number of the way out of there
     * @param isReadFirst whether it is to be read to its end before others are read at all
     */
    public record Input(int from, int exit, boolean isReadFirst) {}

    /**
     * @param parts over how many parts keys, and events of sources that have parts, are spread
     * @param restarts whether state is saved
     * @param filter decides which classes are read from what other processes send
     * @throws IllegalArgumentException if no job can be made of the pipeline
     * @throws CheckpointException if state is to be saved and a source cannot be read again
     */
    public DistributedGraph(
            Pipeline pipeline, JobOptions options, int parts, boolean restarts, ObjectInputFilter filter) {
        this.graph = pipeline.start();
        this.options = options;
        this.restarts = restarts;
        this.filter = filter;
        this.plan = new Plan(graph, parts, evictsKeys(), Plan.Place.PROCESSES);
        this.tally = new FailureCounters(options);
        this.claims = new Claims(options.name());
        this.chains = new Chains(plan, tally, true);
        this.vertices = graph.vertices().stream()
                .filter(vertex -> !Plan.isFused(vertex))
                .toList();
        for (Vertex vertex : vertices) {
            requireReplayable(vertex);
            stages.add(stage(vertex));
            senders.add(sendersOf(vertex));
        }
    }

    private void requireReplayable(Vertex vertex) {
        if (restarts
                && vertex.operation() instanceof Operation.Read read
                && !(source(read, 0) instanceof ReplayableSource)) {
            throw new CheckpointException(
                    "The job is to have each event exactly once, and " + graph.name(vertex) + " ("
                            + Claims.describe(read.source())
                            + ") cannot be read again from where state was saved: events would be lost."
                            + " Use a ReplayableSource, or no snapshots.",
                    null);
        }
    }

    private Stage stage(Vertex vertex) {
        Kind kind = switch (vertex.operation()) {
            case Operation.Read read -> Kind.SOURCE;
            case Operation.Write write -> Kind.SINK;
            default -> Kind.OPERATOR;
        };
        return new Stage(stages.size(), graph.name(vertex), kind, plan.parts(vertex), inputs(vertex));
    }

    private List<Input> inputs(Vertex vertex) {
        List<Input> inputs = new ArrayList<>();
        for (Edge edge : vertex.inputs()) {
            boolean isReadFirst = vertex.operation() instanceof Operation.HashJoin
                    && edge == vertex.inputs().getFirst();
            for (int from = 0; from < stages.size(); from++) {
                int exit = plan.exits(vertices.get(from)).indexOf(edge);
                if (exit >= 0) {
                    inputs.add(new Input(from, exit, isReadFirst));
                }
            }
        }
        return inputs;
    }

    /** In an order in which each comes behind those whose frames it takes. */
    public List<Stage> stages() {
        return stages;
    }

    private List<Sender> sendersOf(Vertex vertex) {
        int operation = graph.number(vertex) * plan.parallelism();
        List<Sender> all = new ArrayList<>();
        for (int part = 0; part < plan.parts(vertex); part++) {
            if (vertex.operation() instanceof Operation.Read read) { // each part has watermarks of its own
                all.add(new Sender(
                        List.of(), operation + part, true, read.time().idleAfter() != null));
            } else {
                all.add(Assembly.behind(inboxOf(vertex, false), operation));
            }
        }
        return all;
    }

    /** Returns all that send to a part of a vertex. */
    List<Sender> inboxOf(Vertex vertex) {
        return inboxOf(vertex, true);
    }

    /** @param withReadFirst whether the rows of a join are among them */
    private List<Sender> inboxOf(Vertex vertex, boolean withReadFirst) {
        List<Sender> all = new ArrayList<>();
        for (Input input : inputs(vertex)) {
            if (input.isReadFirst() && !withReadFirst) {
                continue;
            }
            all.addAll(senders.get(input.from()));
        }
        return all;
    }

    /** Makes a part of a source or an operator. */
    public DistributedPart part(int stage, int part) {
        return remembered(new DistributedAssembly(this, vertices.get(stage), part).make(inputs(stage)));
    }

    /**
     * Makes this process's part of a sink, which takes what other parts of this process give.
     *
     * @param inputs by input, which parts of its stage are of this process
     */
    public DistributedPart sink(int stage, List<IntPredicate> inputs) {
        Vertex vertex = vertices.get(stage);
        Sink<Object> sink = ((Operation.Write) vertex.operation()).sink();
        claims.claim(sink);
        sink.begin();
        List<Input> all = stages.get(stage).inputs();
        List<int[]> here = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            here.add(IntStream.range(0, stages.get(all.get(i).from()).parts())
                    .filter(inputs.get(i))
                    .toArray());
        }
        return remembered(new DistributedAssembly(this, vertex, 0).make(here));
    }

    /** By input, all parts of the stage. */
    private List<int[]> inputs(int stage) {
        return stages.get(stage).inputs().stream()
                .map(input ->
                        IntStream.range(0, stages.get(input.from()).parts()).toArray())
                .toList();
    }

    private DistributedPart remembered(DistributedPart part) {
        parts.add(part);
        return part;
    }

    /** The sink of a name. */
    public Optional<Sink<?>> sink(String name) {
        return vertices.stream()
                .filter(vertex -> graph.name(vertex).equals(name))
                .flatMap(vertex -> vertex.operation() instanceof Operation.Write write
                        ? Stream.<Sink<?>>of(write.sink())
                        : Stream.empty())
                .findFirst();
    }

    /** Lets no new events in, as {@link Job#drain} does. */
    public void drain() {
        draining = true;
    }

    /** What the parts of this process have done so far; for any thread. */
    public JobMetrics metrics() {
        return new JobMetrics(
                parts.stream().mapToLong(DistributedPart::events).sum(),
                tally.late() + parts.stream().mapToLong(DistributedPart::late).sum(),
                tally.skipped(),
                tally.evicted().sum(),
                parts.stream().mapToLong(DistributedPart::results).sum(),
                parts.stream().mapToLong(DistributedPart::watermark).min().orElse(Long.MIN_VALUE),
                System.nanoTime() - startNanos,
                List.of(),
                CheckpointMetrics.NONE);
    }

    /** Closes the sources and sinks of this process, one after the other, and may block; what is thrown first is thrown last. */
    public void close() {
        Map<Object, Runnable> closings = new LinkedHashMap<>();
        parts.forEach(part -> part.addClosings(closings));
        parts.clear(); // who keeps the job for its sinks does not keep its state
        for (Vertex vertex : vertices) {
            if (vertex.operation() instanceof Operation.Read read) {
                closings.putIfAbsent(read.source(), read.source()::close);
            }
        }
        claims.release();
        RuntimeException thrown = null;
        for (Runnable closing : closings.values()) {
            try {
                closing.run();
            } catch (Throwable e) { // the others are to be closed all the same
                thrown = thrown == null ? unchecked(e) : thrown;
            }
        }
        if (thrown != null) {
            throw thrown;
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        return thrown instanceof RuntimeException exception
                ? exception
                : new IllegalStateException("A source or sink could not be closed: " + thrown, thrown);
    }

    /** Tells the sinks of this process that the job has failed, and why. */
    public void fail(RuntimeException cause) {
        graph.sinks().forEach(sink -> sink.failed(cause));
    }

    /** The source that a part reads: one of its own, or all. */
    Source<Object> source(Operation.Read read, int part) {
        return read.source().part(part, plan.parallelism()).orElseGet(read::source);
    }

    KeyBudget budget(Vertex vertex) {
        return evictsKeys()
                ? KeyBudget.evicting(Math.ceilDiv(options.maxKeys(), plan.parallelism()), tally.evicted())
                : budgets.computeIfAbsent(vertex, none -> KeyBudget.stopping(options.maxKeys()));
    }

    private boolean evictsKeys() {
        return options.keyOverflow() == KeyOverflow.EVICT;
    }

    ObjectInputFilter filter() {
        return filter;
    }

    Vertex vertex(int stage) {
        return vertices.get(stage);
    }

    Plan plan() {
        return plan;
    }

    JobOptions options() {
        return options;
    }

    FailureCounters tally() {
        return tally;
    }

    Claims claims() {
        return claims;
    }

    Chains chains() {
        return chains;
    }

    boolean isDraining() {
        return draining;
    }
}
