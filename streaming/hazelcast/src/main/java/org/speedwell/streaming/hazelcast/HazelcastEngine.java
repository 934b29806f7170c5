package org.speedwell.streaming.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.JobAlreadyExistsException;
import com.hazelcast.jet.config.EdgeConfig;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.Vertex;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.JobControl;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;

/**
 * An engine that runs jobs on the members of a Hazelcast cluster. It runs the same {@link JobDefinition}s that a local
 * {@link org.speedwell.streaming.Engine} runs on one machine. Jet transports frames between members, restarts jobs
 * after the loss of a member, and stores their state. Immutable and thread-safe.
 *
 * <p>On each member, Jet must be enabled, and the class path must contain this library and the classes of the jobs. The
 * engine sends the name of a class and no functions. Events, and keys that are objects, must be
 * {@link java.io.Serializable}.
 */
public final class HazelcastEngine implements JobControl.Directory {
    /** The capacity of the queue between two processors, in frames. Each frame holds up to a thousand events. */
    private static final int QUEUE = 16;

    private final HazelcastInstance hazelcast;
    private final int parts;
    private final @Nullable Duration interval;
    private final @Nullable String savepoint;
    private final boolean matchesByName;

    private HazelcastEngine(
            HazelcastInstance hazelcast,
            int parts,
            @Nullable Duration interval,
            @Nullable String savepoint,
            boolean matchesByName) {
        this.hazelcast = hazelcast;
        this.parts = parts;
        this.interval = interval;
        this.savepoint = savepoint;
        this.matchesByName = matchesByName;
    }

    /** Returns an engine that runs jobs on a cluster. The argument is one of its members, or a client. */
    public static HazelcastEngine of(HazelcastInstance memberOrClient) {
        return new HazelcastEngine(memberOrClient, 0, null, null, false);
    }

    /**
     * Returns the same engine with another number of partitions for keys and for sources that can be read in parts.
     *
     * <p>The default is the number of cooperative threads of all members when the job starts. The number stays the same
     * when members join or leave. A cluster that will grow needs a larger number.
     */
    public HazelcastEngine withParts(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("The number of partitions is " + count + ", but must be 1 or more.");
        }
        return new HazelcastEngine(hazelcast, count, interval, savepoint, matchesByName);
    }

    /**
     * Returns the same engine with exactly-once processing. Jobs save their state periodically, in maps of the cluster
     * with backups on other members. After the loss of a member, a job continues from the saved state, which contains
     * each event exactly once.
     *
     * <p>All sources must be {@link org.speedwell.streaming.ReplayableSource}s. Without this setting, a job starts from
     * the beginning after the loss of a member.
     *
     * @param period the time between two snapshots, at least 1 ms
     */
    public HazelcastEngine exactlyOnce(Duration period) {
        if (period.toMillis() < 1) {
            throw new IllegalArgumentException("The period of snapshots is " + period + ", but must be 1 ms or more.");
        }
        return new HazelcastEngine(hazelcast, parts, period, savepoint, matchesByName);
    }

    /**
     * Returns the same engine whose jobs start from a savepoint of the cluster. The savepoint may have another number of
     * partitions, except for sources that are read in parts.
     *
     * @param name the name with which {@link ClusterJob#savepoint} was called
     */
    public HazelcastEngine startingFrom(String name) {
        return new HazelcastEngine(hazelcast, parts, interval, name, matchesByName);
    }

    /**
     * Returns the same engine that also accepts a savepoint of a changed pipeline, like
     * {@link JobOptions#matchingByName}.
     */
    public HazelcastEngine matchingByName() {
        return new HazelcastEngine(hazelcast, parts, interval, savepoint, true);
    }

    /** Returns the names of all savepoints of the cluster. */
    public Set<String> savepoints() {
        return new Savepoints(hazelcast).all();
    }

    /** Removes a savepoint of the cluster. Does nothing if there is none of the name. */
    public void removeSavepoint(String name) {
        new Savepoints(hazelcast).remove(name);
    }

    /**
     * Writes a savepoint of the cluster to a file of this process. So the savepoint outlives the cluster, and jobs of
     * another cluster can start from it. Let no other user write to the file.
     *
     * @throws org.speedwell.streaming.checkpoint.CheckpointException if there is no such savepoint, or if the file
     *     cannot be written
     */
    public void exportSavepoint(String name, Path file) {
        SavepointFile.write(new Savepoints(hazelcast), name, file);
    }

    /**
     * Reads a file of {@link #exportSavepoint} into a new savepoint of this cluster.
     *
     * @param name a name that no other savepoint of the cluster has; the name may differ from that in the other cluster
     * @throws org.speedwell.streaming.checkpoint.CheckpointException if the name is taken, or if the file is damaged,
     *     incomplete, or of another version
     */
    public void importSavepoint(String name, Path file) {
        SavepointFile.read(new Savepoints(hazelcast), name, file);
    }

    /** Starts a job without arguments. */
    public ClusterJob start(Class<? extends JobDefinition> definition, JobOptions options) {
        return start(definition, Map.of(), options);
    }

    /**
     * Starts a job. The options contain its name.
     *
     * @param definition a public class with a public constructor without parameters; every member must have it on its
     *     class path
     * @param arguments the arguments of {@link JobDefinition#define}, here and on each member
     * @param options without checkpoints, see {@link #exactlyOnce}. The maximum number of keys is per member. The
     *     engine ignores the grace period
     * @throws IllegalArgumentException if the definition yields no job, or the options have checkpoints or a state
     *     filter. Also if a member lacks the class; the message then names the class
     * @throws IllegalStateException if Jet is not enabled on a member; the message says how to enable it
     * @throws org.speedwell.streaming.checkpoint.CheckpointException if the engine saves state and a source is not
     *     replayable
     * @throws JobAlreadyExistsException if a job with this name is running
     */
    public ClusterJob start(
            Class<? extends JobDefinition> definition, Map<String, String> arguments, JobOptions options) {
        if (options.checkpoints() != null) {
            throw new IllegalArgumentException("Job \"" + options.name()
                    + "\" has a checkpoint folder, but the members of a cluster share no folder."
                    + " Use HazelcastEngine.exactlyOnce instead.");
        }
        if (options.stateFilter() != null) {
            throw new IllegalArgumentException("Job \"" + options.name()
                    + "\" has a state filter, which the engine does not send to the members. Configure"
                    + " JavaSerializationFilterConfig on each member instead.");
        }
        JobSpec first = spec(definition, arguments, options, Math.max(1, parts), 1);
        ClassLoader loader = Objects.requireNonNullElse(
                definition.getClassLoader(), Thread.currentThread().getContextClassLoader());
        first.shape(loader); // checks the definition before any member is involved
        List<MemberProbe.Facts> members = probe(first);
        int threads =
                members.stream().mapToInt(MemberProbe.Facts::threads).max().orElse(1);
        JobSpec spec = spec(
                definition,
                arguments,
                options,
                parts > 0
                        ? parts
                        : members.stream().mapToInt(MemberProbe.Facts::threads).sum(),
                threads);
        DistributedGraph shape = spec.shape(loader);
        spec = spec.startingFrom(start(shape));
        JobConfig config = config(options);
        spec.addTo(config);
        return new ClusterJob(hazelcast, hazelcast.getJet().newJob(dag(shape, spec), config), spec, shape);
    }

    /**
     * Returns the jobs of the cluster that an engine of this library has started, wherever, in the order of their
     * starts. The list contains the newest of several jobs with one name. Jet decides how long it contains jobs that
     * have ended.
     */
    @Override
    public List<ClusterJob> jobs() {
        Map<String, ClusterJob> newest = new LinkedHashMap<>();
        hazelcast.getJet().getJobs().stream()
                .sorted(Comparator.comparing(Job::getSubmissionTime))
                .forEach(job -> known(job).ifPresent(found -> newest.put(found.name(), found)));
        return List.copyOf(newest.values());
    }

    /**
     * Returns the newest job of the cluster with a name. Any member or client can have started it. Its
     * {@link ClusterJob#clusterView views} need its definition on the class path of this process; all else does not.
     */
    @Override
    public Optional<ClusterJob> job(String name) {
        return Optional.ofNullable(hazelcast.getJet().getJob(name)).flatMap(this::known);
    }

    private Optional<ClusterJob> known(Job job) {
        return JobSpec.of(job).map(spec -> new ClusterJob(hazelcast, job, spec, null));
    }

    /** Returns the savepoint from which a job starts, or null. Throws if the job cannot start from it. */
    private JobSpec.@Nullable Start start(DistributedGraph shape) {
        if (savepoint == null) {
            return null;
        }
        Savepoints.Description saved = new Savepoints(hazelcast).require(savepoint);
        return new JobSpec.Start(
                savepoint, new TreeSet<>(shape.kept(saved.definition(), saved.parts(), matchesByName)));
    }

    private JobSpec spec(
            Class<? extends JobDefinition> definition,
            Map<String, String> arguments,
            JobOptions options,
            int count,
            int threads) {
        return new JobSpec(
                JobSpec.KNOWN_FORMATS,
                definition.getName(),
                new TreeMap<>(arguments),
                options.name(),
                options.maxKeys(),
                options.keyOverflow(),
                options.skipsFailures(),
                count,
                threads,
                interval != null,
                null);
    }

    private JobConfig config(JobOptions options) {
        JobConfig config = new JobConfig().setName(options.name());
        if (interval != null) {
            config.setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
                    .setSnapshotIntervalMillis(interval.toMillis());
        }
        return config;
    }

    /** Returns the facts about each member. Throws if a member cannot run the job. */
    private List<MemberProbe.Facts> probe(JobSpec spec) {
        List<MemberProbe.Facts> facts = new ArrayList<>();
        for (Member member : hazelcast.getCluster().getMembers()) {
            if (!member.isLiteMember()) {
                facts.add(MemberCalls.call(hazelcast, member, new MemberProbe(spec)));
            }
        }
        facts.forEach(each -> each.require(spec));
        return facts;
    }

    private static DAG dag(DistributedGraph shape, JobSpec spec) {
        DAG dag = new DAG();
        List<Vertex> vertices = new ArrayList<>();
        for (DistributedGraph.Stage stage : shape.stages()) {
            boolean isSink = stage.kind() == DistributedGraph.Kind.SINK;
            Vertex vertex = dag.newVertex(
                    stage.number() + 1 + " " + stage.name(),
                    ProcessorMetaSupplier.of(isSink ? 1 : spec.threads(), new StageSupplier(spec, stage.number())));
            vertex.localParallelism(isSink ? 1 : spec.threads());
            vertices.add(vertex);
            for (int ordinal = 0; ordinal < stage.inputs().size(); ordinal++) {
                DistributedGraph.Input input = stage.inputs().get(ordinal);
                Edge edge = Edge.from(vertices.get(input.from()), input.exit()).to(vertex, ordinal);
                if (!isSink) {
                    edge.distributed().partitioned(Routing.BY_PARCEL, Routing.BY_PARCEL);
                }
                if (input.isReadFirst()) {
                    edge.priority(-1);
                }
                dag.edge(edge.setConfig(new EdgeConfig().setQueueSize(QUEUE)));
            }
        }
        return dag;
    }
}
