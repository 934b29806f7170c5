package org.speedwell.streaming.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.jet.JetException;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorSupplier;
import java.io.ObjectInputFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.DistributedPart;

/**
 * A factory of the processors of one stage on one member. The engine sends it to the member. It contains no code of the
 * user.
 */
final class StageSupplier implements ProcessorSupplier {
    private final JobSpec spec;
    private final int stage;
    private transient @Nullable DistributedGraph spread;
    private transient @Nullable Placement placement;
    private transient @Nullable Member self;
    private transient @Nullable MemberJobs jobs;
    private transient @Nullable ObjectInputFilter filter;
    private transient long execution;
    private transient @Nullable Savepoints savepoints;

    /** The states of this stage in the savepoint from which the job starts, by part. */
    private transient Map<String, byte[]> kept = Map.of();

    private transient Set<UUID> members = Set.of();

    StageSupplier(JobSpec spec, int stage) {
        this.spec = spec;
        this.stage = stage;
    }

    @Override
    public void init(Context context) {
        Member local = context.hazelcastInstance().getCluster().getLocalMember();
        self = local;
        members = context.hazelcastInstance().getCluster().getMembers().stream()
                .map(Member::getUuid)
                .collect(Collectors.toSet());
        placement = new Placement(context.partitionAssignment(), spec.threads());
        execution = context.executionId();
        ObjectInputFilter classes =
                MemberFilter.of(context.hazelcastInstance().getConfig().getSerializationConfig());
        filter = classes;
        MemberJobs known = MemberJobs.of(context.hazelcastInstance());
        Set<String> taking = context.partitionAssignment().keySet().stream()
                .map(Address::toString)
                .collect(Collectors.toSet());
        DistributedGraph acquired = known.acquire(
                new MemberJobs.Execution(execution, context.jobId(), spec.name(), taking),
                () -> spec.define(context.classLoader(), "member " + local.getAddress(), classes));
        spread = acquired;
        jobs = known;
        Savepoints saved = new Savepoints(context.hazelcastInstance());
        savepoints = saved;
        JobSpec.Start start = spec.start();
        String name = acquired.stages().get(stage).name();
        kept = start != null && start.stages().contains(name) ? saved.read(start.savepoint(), name) : Map.of();
        if (Drains.has(context.hazelcastInstance(), context.jobId())) { // later requests reach the member directly
            acquired.drain();
        }
    }

    @Override
    public Collection<? extends Processor> get(int count) {
        List<Processor> processors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            processors.add(processor(i));
        }
        return processors;
    }

    private Processor processor(int index) {
        DistributedGraph job = requireNonNull(spread);
        DistributedGraph.Stage of = job.stages().get(stage);
        Placement places = requireNonNull(placement);
        Member member = requireNonNull(self);
        ObjectInputFilter classes = requireNonNull(filter);
        if (of.kind() == DistributedGraph.Kind.SINK) {
            List<IntPredicate> here = of.inputs().stream()
                    .<IntPredicate>map(input -> part -> places.isOn(member.getAddress(), input.from(), part))
                    .toList();
            return new SinkProcessor(
                    job.sink(stage, member.getUuid().toString(), here),
                    member.getUuid(),
                    members,
                    places.isFirst(member.getAddress()),
                    new Snapshot(classes, keeper(job, of)),
                    kept);
        }
        Map<Integer, DistributedPart> parts = new TreeMap<>();
        for (int part = 0; part < of.parts(); part++) {
            if (places.isOf(member.getAddress(), index, stage, part)) {
                parts.put(part, job.part(stage, part));
            }
        }
        List<DistributedGraph.Stage> receivers = receivers(job);
        boolean[] isSink = new boolean[receivers.size()];
        for (int exit = 0; exit < isSink.length; exit++) {
            isSink[exit] = receivers.get(exit).kind() == DistributedGraph.Kind.SINK;
        }
        return new StageProcessor(
                parts,
                receivers.stream().mapToInt(DistributedGraph.Stage::number).toArray(),
                isSink,
                places,
                new Snapshot(classes, keeper(job, of)),
                kept);
    }

    /** Returns a function that keeps states for the savepoint that a caller has requested. */
    private Snapshot.Keeper keeper(DistributedGraph job, DistributedGraph.Stage of) {
        Savepoints to = requireNonNull(savepoints);
        return (part, state) -> job.savepoint().ifPresent(name -> to.put(name, of.name(), part, state));
    }

    /** Returns the receiving stage of each exit. */
    private List<DistributedGraph.Stage> receivers(DistributedGraph job) {
        Map<Integer, DistributedGraph.Stage> receivers = new TreeMap<>();
        for (DistributedGraph.Stage to : job.stages()) {
            for (DistributedGraph.Input input : to.inputs()) {
                if (input.from() == stage) {
                    receivers.put(input.exit(), to);
                }
            }
        }
        return List.copyOf(receivers.values());
    }

    @Override
    public void close(@Nullable Throwable error) {
        MemberJobs known = jobs;
        DistributedGraph of = spread;
        if (of != null && error != null && !(error instanceof CancellationException)) {
            of.fail(new JetException("Job \"" + spec.name() + "\" failed: " + error.getMessage(), error));
        }
        if (known != null) {
            known.release(execution);
        }
    }
}
