package org.speedwell.streaming.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.JobAlreadyExistsException;
import com.hazelcast.jet.config.EdgeConfig;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.Vertex;
import java.io.ObjectInputFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;

/**
 * Runs jobs on the members of a Hazelcast cluster: the same {@link JobDefinition}s that an
 * {@link org.speedwell.streaming.Engine} runs on one machine. Jet carries what goes from member to member, restarts jobs when
 * a member is lost, and keeps their state meanwhile. Immutable; thread-safe.
 *
 * <p>Each member must have Jet enabled, and on its class path this library and the classes of the jobs: what is sent is the
 * name of a class and no function. Events, and keys that are objects, must be {@link java.io.Serializable}.
 */
public final class HazelcastEngine {
    /** Frames that wait between two processors. Each holds up to a thousand events. */
    private static final int QUEUE = 16;

    /** The member or client that starts a job reads nothing of it. */
    private static final ObjectInputFilter NOTHING_SENT = _ -> ObjectInputFilter.Status.REJECTED;

    private final HazelcastInstance hazelcast;
    private final int parts;
    private final @Nullable Duration interval;

    private HazelcastEngine(HazelcastInstance hazelcast, int parts, @Nullable Duration interval) {
        this.hazelcast = hazelcast;
        this.parts = parts;
        this.interval = interval;
    }

    /** An engine of the members of a cluster; by one of them, or by a client. */
    public static HazelcastEngine of(HazelcastInstance memberOrClient) {
        return new HazelcastEngine(memberOrClient, 0, null);
    }

    /**
     * The same, where keys, and sources that can be read in parts, are spread over so many. Unless told, that is as many as
     * the members have cooperative threads when the job is started; it stays that when members come or go, so that a cluster
     * that is to grow needs more.
     */
    public HazelcastEngine withParts(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("A job of " + count + " parts: it needs 1 or more.");
        }
        return new HazelcastEngine(hazelcast, count, interval);
    }

    /**
     * The same, where jobs save their state this often, in maps of the cluster with backups on other members, and go on from
     * there when a member was lost: each event is then in that state exactly once. All sources must be
     * {@link org.speedwell.streaming.ReplayableSource}s. Without this, a job whose member is lost begins anew.
     */
    public HazelcastEngine exactlyOnce(Duration period) {
        if (period.toMillis() < 1) {
            throw new IllegalArgumentException("A snapshot every " + period + ": it must be 1 ms or more.");
        }
        return new HazelcastEngine(hazelcast, parts, period);
    }

    /** Starts a job without arguments. */
    public ClusterJob start(Class<? extends JobDefinition> definition, JobOptions options) {
        return start(definition, Map.of(), options);
    }

    /**
     * Starts a job under the name in its options.
     *
     * @param definition a public class with a public constructor without arguments, which every member knows
     * @param arguments what {@link JobDefinition#define} is given, here and on each member
     * @param options with no checkpoints: see {@link #exactlyOnce}. The most keys are those of each member. Of the time of grace
     *     nothing is known here
     * @throws IllegalArgumentException if no job can be made of the definition; if the class is missing on a member, and on
     *     which; if the options have checkpoints or a filter of state
     * @throws IllegalStateException if Jet is not enabled on a member, and how to do it
     * @throws org.speedwell.streaming.checkpoint.CheckpointException if state is to be saved and a source cannot be read again
     * @throws JobAlreadyExistsException if a job of the name runs
     */
    public ClusterJob start(
            Class<? extends JobDefinition> definition, Map<String, String> arguments, JobOptions options) {
        if (options.checkpoints() != null) {
            throw new IllegalArgumentException("Job \"" + options.name()
                    + "\" has a folder for checkpoints, of which members of a cluster have none in common:"
                    + " use HazelcastEngine.exactlyOnce in its place.");
        }
        if (options.stateFilter() != null) {
            throw new IllegalArgumentException("Job \"" + options.name()
                    + "\" has a filter of the classes in its state, which is not sent to members: configure"
                    + " JavaSerializationFilterConfig on each member in its place.");
        }
        JobSpec first = spec(definition, arguments, options, Math.max(1, parts), 1);
        ClassLoader loader = Objects.requireNonNullElse(
                definition.getClassLoader(), Thread.currentThread().getContextClassLoader());
        first.define(loader, "where it is started", NOTHING_SENT)
                .close(); // what is wrong with it is told before all else
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
        DistributedGraph shape = spec.define(loader, "where it is started", NOTHING_SENT);
        shape.close();
        return new ClusterJob(hazelcast, hazelcast.getJet().newJob(dag(shape, spec), config(options)), shape);
    }

    private JobSpec spec(
            Class<? extends JobDefinition> definition,
            Map<String, String> arguments,
            JobOptions options,
            int count,
            int threads) {
        return new JobSpec(
                definition.getName(),
                new TreeMap<>(arguments),
                options.name(),
                options.maxKeys(),
                options.keyOverflow(),
                options.skipsFailures(),
                count,
                threads,
                interval != null);
    }

    private JobConfig config(JobOptions options) {
        JobConfig config = new JobConfig().setName(options.name());
        if (interval != null) {
            config.setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
                    .setSnapshotIntervalMillis(interval.toMillis());
        }
        return config;
    }

    /** What the members say of themselves and of the job. */
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
