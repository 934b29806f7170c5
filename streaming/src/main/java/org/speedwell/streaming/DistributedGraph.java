package org.speedwell.streaming;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.checkpoint.CheckpointListener;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;
import org.speedwell.streaming.recovery.Restoration;
import org.speedwell.streaming.recovery.SavedVertex;
import org.speedwell.streaming.state.KeyBudget;

/**
 * A job whose parts run in several processes. It serves adapters that run jobs on a cluster, such as the one to
 * Hazelcast, and not users. Each process creates the graph from the same pipeline, and creates the parts that it runs
 * itself.
 *
 * <p>All processes agree on the number of parts, on which part sends to which, and on what each part keeps. This holds
 * wherever a part runs, and also after a restart on fewer processes. Only one thread at a time may create parts.
 * {@link DistributedPart} describes the threads of a part.
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

    /** The senders of each stage, one for each part, as receivers see them. */
    private final List<List<Sender>> senders = new ArrayList<>();

    private final Map<Vertex, KeyBudget> budgets = new HashMap<>();
    private final ConcurrentLinkedQueue<DistributedPart> parts = new ConcurrentLinkedQueue<>();

    /** The stage and the number of each part. */
    private final Map<DistributedPart, Place> places = new ConcurrentHashMap<>();

    private record Place(Stage stage, int number) {}

    private final long startNanos = System.nanoTime();
    private volatile boolean draining;
    private volatile boolean paused;
    private volatile @Nullable String savepoint;

    /** The role of a stage in the flow of events. */
    public enum Kind {
        /** A stage that sends events. */
        SOURCE,
        /** A stage that receives and sends events. */
        OPERATOR,
        /** A stage that receives events. */
        SINK
    }

    /**
     * A vertex of the graph that has tasklets.
     *
     * @param number the place of the stage among all stages, from 0
     * @param name the name of the vertex
     * @param parts the number of parts in all processes. A sink has one part in each process, regardless of this number
     * @param inputs the inputs whose frames the stage takes
     */
    public record Stage(int number, String name, Kind kind, int parts, List<Input> inputs) {}

    /**
     * An origin of frames.
     *
     * @param from the number of the stage that sends the frames
     * @param exit the number of the exit of that stage
     * @param isReadFirst true if the receiver must read this input to its end before it reads others
     */
    public record Input(int from, int exit, boolean isReadFirst) {}

    /**
     * The flow of frames through parts. If all parts of a job are quiet, and have taken as many frames as were given, no
     * frame is on its way.
     *
     * @param given the frames that the adapter has fetched
     * @param taken the frames that arrived
     * @param isQuiet true if all parts have nothing to do until the job takes events again
     */
    public record Flow(long given, long taken, boolean isQuiet) implements Serializable {
        /** Adds up the flow of several parts or processes. */
        public static Flow sum(List<Flow> all) {
            return new Flow(
                    all.stream().mapToLong(Flow::given).sum(),
                    all.stream().mapToLong(Flow::taken).sum(),
                    all.stream().allMatch(Flow::isQuiet));
        }
    }

    /**
     * Creates the job of a pipeline.
     *
     * @param parts the number of parts over which keys, and events of sources that have parts, are spread
     * @param restarts true if the adapter saves state
     * @param filter decides which classes may be read from the data of other processes
     * @throws IllegalArgumentException if the pipeline cannot become a job
     * @throws CheckpointException if the adapter saves state and a source cannot be read again
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
                    "The job must process each event exactly once, but " + graph.name(vertex) + " ("
                            + Claims.describe(read.source())
                            + ") cannot be read again from the position of a snapshot. Events would be lost."
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

    /** Returns the stages in an order in which each follows the stages whose frames it takes. */
    public List<Stage> stages() {
        return stages;
    }

    private List<Sender> sendersOf(Vertex vertex) {
        int operation = graph.number(vertex) * plan.parallelism();
        List<Sender> all = new ArrayList<>();
        for (int part = 0; part < plan.parts(vertex); part++) {
            if (vertex.operation() instanceof Operation.Read read) { // each part has its own watermarks
                all.add(new Sender(List.of(), operation + part, true, read.mayFallIdle()));
            } else {
                all.add(Assembly.behind(inboxOf(vertex, false), operation));
            }
        }
        return all;
    }

    /** Returns all senders to a part of a vertex. */
    List<Sender> inboxOf(Vertex vertex) {
        return inboxOf(vertex, true);
    }

    /**
     * Returns the senders to a part of a vertex.
     *
     * @param withReadFirst true to include the senders of a join's rows
     */
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

    /** Creates a part of a source or an operator. */
    public DistributedPart part(int stage, int part) {
        return remembered(
                new DistributedAssembly(this, vertices.get(stage), part).make(inputs(stage)), stages.get(stage), part);
    }

    /**
     * Creates this process's part of a sink. It receives the frames of this process's other parts.
     *
     * @param process the name of this process, which it keeps when the job restarts
     * @param inputs for each input, a test of which parts of its stage belong to this process
     */
    public DistributedPart sink(int stage, String process, List<IntPredicate> inputs) {
        Vertex vertex = vertices.get(stage);
        Sink<Object> sink = ((Operation.Write) vertex.operation()).sink();
        claims.claim(sink);
        begin(sink, graph.name(vertex) + " of " + process);
        sink.begin();
        List<Input> all = stages.get(stage).inputs();
        List<int[]> here = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            here.add(IntStream.range(0, stages.get(all.get(i).from()).parts())
                    .filter(inputs.get(i))
                    .toArray());
        }
        return remembered(new DistributedAssembly(this, vertex, 0).make(here), stages.get(stage), 0);
    }

    /** Returns all parts of the sending stage, for each input. */
    private List<int[]> inputs(int stage) {
        return stages.get(stage).inputs().stream()
                .map(input ->
                        IntStream.range(0, stages.get(input.from()).parts()).toArray())
                .toList();
    }

    private DistributedPart remembered(DistributedPart part, Stage stage, int number) {
        part.pauseWhile(() -> paused);
        places.put(part, new Place(stage, number));
        parts.add(part);
        return part;
    }

    /** Returns the sink with a name, or an empty result if there is none. */
    public Optional<Sink<?>> sink(String name) {
        return Optional.ofNullable(graph.sinks().get(name));
    }

    /** Stops accepting new events, like {@link Job#drain}. */
    public void drain() {
        draining = true;
    }

    /** Returns the metrics of this process's parts so far. Any thread may call this. */
    public JobMetrics metrics() {
        return new JobMetrics(
                parts.stream().mapToLong(DistributedPart::events).sum(),
                tally.late() + parts.stream().mapToLong(DistributedPart::late).sum(),
                tally.skipped(),
                tally.evicted().sum(),
                parts.stream().mapToLong(DistributedPart::results).sum(),
                parts.stream().mapToLong(DistributedPart::watermark).min().orElse(Long.MIN_VALUE),
                System.nanoTime() - startNanos,
                parts.stream().flatMap(DistributedPart::tasklets).toList(),
                CheckpointMetrics.NONE);
    }

    /** Returns the graph of the job and the work of this process's parts so far. Any thread may call this. */
    public JobReport report() {
        return JobReport.of(plan, options.name(), Job.Status.RUNNING, null, metrics());
    }

    /**
     * Closes the sources and sinks of this process, one after the other. May block. If several of them throw, it throws
     * the first exception at the end.
     */
    public void close() {
        Map<Object, Runnable> closings = new LinkedHashMap<>();
        parts.forEach(part -> part.addClosings(closings));
        places.clear();
        parts.clear(); // a process that keeps the job for its sinks must not keep its state
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
            } catch (Throwable e) { // the others must be closed nevertheless
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

    /** Lets the sources take events, or take none for now. For any thread. */
    public void setPaused(boolean to) {
        paused = to;
    }

    /** Returns the flow of frames through this process's parts. For any thread. */
    public Flow flow() {
        return Flow.sum(parts.stream().map(DistributedPart::flow).toList());
    }

    /** A receiver of parts. */
    @FunctionalInterface
    public interface PartConsumer {
        void accept(Stage stage, int number, DistributedPart part);
    }

    /** Passes on the parts of this process that have ended. Their state does not change any more. For any thread. */
    public void forEachEnded(PartConsumer consumer) {
        for (DistributedPart part : parts) {
            Place place = places.get(part);
            if (part.isEnded() && place != null) {
                consumer.accept(place.stage, place.number, part);
            }
        }
    }

    /** Requests that the next saved state is also kept as a savepoint. For any thread. */
    public void keepSavepoint(String name) {
        savepoint = name;
    }

    /** Returns the requested savepoint, or an empty result. For any thread. */
    public Optional<String> savepoint() {
        return Optional.ofNullable(savepoint);
    }

    /**
     * Returns the graph as text, for {@link #kept}.
     *
     * @throws JobException if a user's function that creates an accumulator or a state throws
     */
    public String definition() {
        return SavedVertex.write(new Definition(graph).vertices());
    }

    /**
     * Returns the stages that keep their state from a savepoint, by name.
     *
     * @param before the {@link #definition} of the job that wrote the savepoint
     * @param partsBefore the number of parts of each stage of that job, by name
     * @param matchesByName true if the graphs may differ
     * @throws CheckpointException if the graphs differ, and the job must not, or cannot, match them by name. Also if a
     * source would be read in another number of parts
     */
    public Set<String> kept(String before, Map<String, Integer> partsBefore, boolean matchesByName) {
        Set<String> kept = Restoration.kept(
                SavedVertex.read(before),
                partsBefore.keySet(),
                new Definition(graph).vertices(),
                stages.stream().map(Stage::name).toList(),
                matchesByName);
        for (Stage stage : stages) {
            int of = partsBefore.getOrDefault(stage.name(), stage.parts());
            if (stage.kind() == Kind.SOURCE && kept.contains(stage.name()) && of != stage.parts()) {
                throw new CheckpointException(
                        "The source \"" + stage.name() + "\" was read in " + of + " parts, and now in "
                                + stage.parts() + ". Its positions do not fit. Start the job with withParts("
                                + of + ").",
                        null);
            }
        }
        return kept;
    }

    /** Reports the failure of the job to the sinks of this process. */
    public void fail(RuntimeException cause) {
        graph.sinks().values().forEach(sink -> sink.failed(cause));
    }

    /** Returns the source that a part reads: the part's own source, or the whole source. */
    Source<Object> source(Operation.Read read, int part) {
        return read.source().part(part, plan.parallelism()).orElseGet(read::source);
    }

    void begin(Object sourceOrSink, String name) {
        if (sourceOrSink instanceof CheckpointListener listener) {
            listener.begin(options.name(), name, restarts);
        }
    }

    boolean restarts() {
        return restarts;
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

    SourceControl control() {
        return new SourceControl() {
            @Override
            public boolean isDraining() {
                return draining;
            }

            @Override
            public boolean isPaused() {
                return paused;
            }
        };
    }
}
