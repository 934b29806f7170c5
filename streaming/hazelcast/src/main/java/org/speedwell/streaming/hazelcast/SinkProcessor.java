package org.speedwell.streaming.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.Outbox;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Watermark;
import java.io.IOException;
import java.io.ObjectInput;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedPart;

/** A processor of the part of a sink on one member. It receives the output of the parts on this member. */
final class SinkProcessor implements Processor {
    /** The largest number of frames to process before the processor yields its thread. */
    private static final int FRAMES = 16;

    private final DistributedPart part;
    private final UUID self;
    private final Set<UUID> members;
    private final boolean adopts;
    private final Snapshot snapshot;
    private @Nullable Outbox outbox;
    private boolean isInputComplete;

    /** The states of a savepoint from which the job starts, unless Jet has newer ones. */
    private Map<String, byte[]> savepoint;

    private boolean isBegun;

    /**
     * Creates a processor.
     *
     * @param adopts true if the part takes over the sink state of lost members
     * @param snapshot the states of the sinks of all members
     * @param savepoint the states of a savepoint by member; empty if there is none
     */
    SinkProcessor(
            DistributedPart part,
            UUID self,
            Set<UUID> members,
            boolean adopts,
            Snapshot snapshot,
            Map<String, byte[]> savepoint) {
        this.snapshot = snapshot;
        this.savepoint = savepoint;
        this.part = part;
        this.self = self;
        this.members = members;
        this.adopts = adopts;
    }

    @Override
    public void init(Outbox out, Context context) {
        outbox = out;
    }

    @Override
    public void process(int ordinal, Inbox inbox) {
        begin();
        for (int i = 0; i < FRAMES && !inbox.isEmpty(); i++) {
            if (!part.isReady()) {
                part.call();
                return;
            }
            part.take(ordinal, ((Parcel) inbox.peek()).frame());
            inbox.remove();
            part.call();
        }
    }

    @Override
    public boolean tryProcess() {
        begin();
        part.call();
        return true;
    }

    @Override
    public boolean complete() {
        begin();
        if (!isInputComplete) {
            isInputComplete = true;
            part.takeEnds();
        }
        part.call();
        return part.isDone();
    }

    @Override
    public boolean tryProcessWatermark(Watermark watermark) {
        return true; // Jet has no watermarks here: frames contain their own
    }

    @Override
    public boolean saveToSnapshot() {
        if (!snapshot.isBegun()) {
            if (!part.settle()) {
                return false;
            }
            snapshot.add(self.toString(), part.name(), part::save);
        }
        return snapshot.offer(requireNonNull(outbox));
    }

    @Override
    public boolean snapshotCommitFinish(boolean success) {
        if (success) {
            part.checkpointed();
        }
        return true;
    }

    @Override
    public void restoreFromSnapshot(Inbox inbox) {
        snapshot.take(inbox);
    }

    @Override
    public boolean finishSnapshotRestore() {
        if (!snapshot.taken().isEmpty()) {
            isBegun = true;
        }
        restore(part::restoreSink);
        return true;
    }

    /** Adopts the states of the savepoint at the first work of a job that Jet does not restart. */
    private void begin() {
        if (!isBegun) {
            isBegun = true;
            snapshot.take(savepoint);
            restore(part::adoptSink);
            savepoint = Map.of();
        }
    }

    /** A reader of the state of a sink. */
    @FunctionalInterface
    private interface Restore {
        void restore(ObjectInput in, boolean isOwn, boolean adopts) throws IOException, ClassNotFoundException;
    }

    private void restore(Restore how) {
        for (String saved : ownFirst()) {
            UUID owner = UUID.fromString(saved);
            boolean isGone = adopts && !members.contains(owner);
            snapshot.restore(saved, part.name(), in -> how.restore(in, owner.equals(self), isGone));
        }
        snapshot.clear();
    }

    /** Returns the keys of all states. A sink restores its own state before it takes over those of others. */
    private List<String> ownFirst() {
        return snapshot.taken().stream()
                .sorted(Comparator.comparing(saved -> !saved.equals(self.toString())))
                .toList();
    }
}
