package org.speedwell.streaming.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.Outbox;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Watermark;
import java.io.ObjectInputFilter;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedPart;

/** A member's part of a sink, which takes what the parts of this member give. */
final class SinkProcessor implements Processor {
    /** So many frames are taken before the thread is given to others. */
    private static final int FRAMES = 16;

    private final DistributedPart part;
    private final UUID self;
    private final Set<UUID> members;
    private final boolean adopts;
    private final Snapshot snapshot;
    private @Nullable Outbox outbox;
    private boolean receivesNothingMore;

    /**
     * @param adopts whether it takes over what sinks of members that are gone have left
     * @param filter decides which classes are read from a snapshot
     */
    SinkProcessor(DistributedPart part, UUID self, Set<UUID> members, boolean adopts, ObjectInputFilter filter) {
        this.snapshot = new Snapshot(filter);
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
        part.call();
        return true;
    }

    @Override
    public boolean complete() {
        if (!receivesNothingMore) {
            receivesNothingMore = true;
            part.takeEnds();
        }
        part.call();
        return part.isDone();
    }

    @Override
    public boolean tryProcessWatermark(Watermark watermark) {
        return true; // there are none: frames have their own
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
    public void restoreFromSnapshot(Inbox inbox) {
        snapshot.take(inbox);
    }

    @Override
    public boolean finishSnapshotRestore() {
        for (String saved : ownFirst()) {
            UUID owner = UUID.fromString(saved);
            boolean isGone = adopts && !members.contains(owner);
            snapshot.restore(saved, part.name(), in -> part.restoreSink(in, owner.equals(self), isGone));
        }
        snapshot.clear();
        return true;
    }

    /** Returns the keys of all states: a sink goes back to its own before it takes over those of others. */
    private List<String> ownFirst() {
        return snapshot.taken().stream()
                .sorted(Comparator.comparing(saved -> !saved.equals(self.toString())))
                .toList();
    }
}
