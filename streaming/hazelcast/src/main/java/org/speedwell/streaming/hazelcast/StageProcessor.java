package org.speedwell.streaming.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.Outbox;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Watermark;
import java.io.ObjectInputFilter;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedPart;
import org.speedwell.streaming.engine.Frame;

/**
 * The parts of a source or an operation that one cooperative processor of Jet runs. Jet carries frames and aligns snapshots;
 * what is in the frames, and watermarks, is the parts' own.
 */
final class StageProcessor implements Processor {
    /** So often are parts called before the thread is given to others. */
    private static final int ROUNDS = 8;

    /** So many frames are taken before the thread is given to others. */
    private static final int FRAMES = 16;

    /** What is offered to no edge is not sent, and tells Jet, which takes a processor that sends nothing for idle, to go on. */
    private static final int[] NOWHERE = new int[0];

    private final Map<Integer, DistributedPart> parts;
    private final DistributedPart[] all;
    private final int[] receivers;
    private final boolean[] isSink;
    private final Placement placement;
    private final Snapshot snapshot;
    private @Nullable Outbox outbox;

    /** What Jet did not take, to be offered again. */
    private @Nullable Parcel refused;

    /** Whose it is: the first that it gives. */
    private @Nullable DistributedPart refusedOf;

    /** Whether the first frame of the inbox was taken, and what came of it is not sent yet. */
    private boolean isTaken;

    private boolean receivesNothingMore;

    /**
     * @param parts by number
     * @param receivers by way out, the stage that it leads to
     * @param isSink whether that is a sink, of which each member has one
     * @param filter decides which classes are read from a snapshot
     */
    StageProcessor(
            Map<Integer, DistributedPart> parts,
            int[] receivers,
            boolean[] isSink,
            Placement placement,
            ObjectInputFilter filter) {
        this.snapshot = new Snapshot(filter);
        this.parts = parts;
        this.all = parts.values().toArray(DistributedPart[]::new);
        this.receivers = receivers;
        this.isSink = isSink;
        this.placement = placement;
    }

    @Override
    public void init(Outbox out, Context context) {
        outbox = out;
    }

    /** A frame is in the inbox until all is sent that came of it: then nothing of it is under way at a snapshot. */
    @Override
    public void process(int ordinal, Inbox inbox) {
        for (int i = 0; i < FRAMES && !inbox.isEmpty() && send(); i++) {
            Frame frame = ((Parcel) inbox.peek()).frame();
            DistributedPart part = requireNonNull(parts.get(frame.receiver()));
            if (!isTaken) {
                part.take(ordinal, frame);
                isTaken = true;
            }
            boolean progress = true;
            while (progress) { // what waits for other senders does not hold up theirs
                progress = part.call();
                if (!send()) {
                    return;
                }
            }
            inbox.remove();
            isTaken = false;
        }
    }

    @Override
    public boolean tryProcess() {
        work();
        return refused == null;
    }

    @Override
    public boolean complete() {
        if (!receivesNothingMore) {
            receivesNothingMore = true;
            for (DistributedPart part : all) {
                part.takeEnds();
            }
        }
        work();
        for (DistributedPart part : all) {
            if (!part.isDone()) {
                return false;
            }
        }
        return refused == null;
    }

    private void work() {
        boolean progress = true;
        for (int i = 0; i < ROUNDS && progress; i++) {
            progress = false;
            for (DistributedPart part : all) {
                if (!send()) {
                    return;
                }
                progress |= !part.isDone() && part.call();
            }
        }
        if (send() && progress) {
            boolean unused = requireNonNull(outbox).offer(NOWHERE, NOWHERE);
        }
    }

    /** Hands on what the parts give; whether all is. */
    private boolean send() {
        Outbox out = requireNonNull(outbox);
        Parcel again = refused;
        if (again != null) {
            DistributedPart by = requireNonNull(refusedOf);
            if (!out.offer(by.exit(), again)) {
                return false;
            }
            refused = null;
            by.remove();
        }
        for (DistributedPart part : all) {
            for (Frame frame = part.peek(); frame != null; frame = part.peek()) {
                int exit = part.exit();
                Parcel parcel = new Parcel(partition(exit, frame), frame);
                if (!out.offer(exit, parcel)) {
                    refused = parcel;
                    refusedOf = part;
                    return false;
                }
                part.remove();
            }
        }
        return true;
    }

    private int partition(int exit, Frame frame) {
        return isSink[exit] ? 0 : placement.partition(receivers[exit], frame.receiver());
    }

    @Override
    public boolean tryProcessWatermark(Watermark watermark) {
        return true; // there are none: frames have their own
    }

    @Override
    public boolean saveToSnapshot() {
        if (!snapshot.isBegun()) {
            for (DistributedPart part : all) {
                for (int i = 0; !part.settle(); i++) {
                    if (i == ROUNDS) {
                        return false;
                    }
                }
            }
            parts.forEach((number, part) -> snapshot.add("" + number, part.name(), part::save));
        }
        return snapshot.offer(requireNonNull(outbox));
    }

    @Override
    public void restoreFromSnapshot(Inbox inbox) {
        snapshot.take(inbox);
    }

    @Override
    public boolean finishSnapshotRestore() {
        Collection<String> saved = snapshot.taken();
        parts.forEach((number, part) -> {
            if (saved.contains("" + number)) {
                snapshot.restore("" + number, part.name(), part::restore);
            }
        });
        snapshot.clear();
        return true;
    }
}
