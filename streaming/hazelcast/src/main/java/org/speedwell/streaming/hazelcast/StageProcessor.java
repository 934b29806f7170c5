package org.speedwell.streaming.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.Outbox;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Watermark;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedPart;
import org.speedwell.streaming.engine.Frame;

/**
 * A cooperative processor of Jet that runs some parts of a source or an operation. Jet transports frames and aligns
 * snapshots. The parts handle events and watermarks inside the frames.
 */
final class StageProcessor implements Processor {
    /** The largest number of calls of each part before the processor yields its thread. */
    private static final int ROUNDS = 8;

    /** The largest number of frames to process before the processor yields its thread. */
    private static final int FRAMES = 16;

    /**
     * An empty list of edges. An offer to it sends nothing. It tells Jet to continue, because Jet treats a processor
     * that sends nothing as idle.
     */
    private static final int[] NOWHERE = new int[0];

    private final Map<Integer, DistributedPart> parts;
    private final DistributedPart[] all;

    private final int[] receivers;
    private final boolean[] isSink;
    private final Placement placement;
    private final Snapshot snapshot;
    private @Nullable Outbox outbox;

    /** The parcel that Jet did not accept. The processor offers it again. */
    private @Nullable Parcel refused;

    /** The part that sends {@code refused}. The parcel holds its first frame. */
    private @Nullable DistributedPart refusedOf;

    /**
     * True if the part has taken the first frame of the inbox, and the processor has not yet sent all of the output.
     */
    private boolean isTaken;

    private boolean isInputComplete;

    /** The states of a savepoint from which the job starts, unless Jet has newer ones. */
    private Map<String, byte[]> savepoint;

    private boolean isBegun;

    /**
     * Creates a processor.
     *
     * @param parts the parts by their numbers
     * @param receivers the receiving stage of each exit
     * @param isSink for each exit, true if the receiver is a sink; each member has one part of a sink
     * @param snapshot the states of the parts
     * @param savepoint the states of a savepoint by part; empty if there is none
     */
    StageProcessor(
            Map<Integer, DistributedPart> parts,
            int[] receivers,
            boolean[] isSink,
            Placement placement,
            Snapshot snapshot,
            Map<String, byte[]> savepoint) {
        this.snapshot = snapshot;
        this.savepoint = savepoint;
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

    /**
     * Processes frames. A frame stays in the inbox until the processor has sent all output of the frame. So no output
     * is pending at a snapshot.
     */
    @Override
    public void process(int ordinal, Inbox inbox) {
        begin();
        for (int i = 0; i < FRAMES && !inbox.isEmpty() && send(); i++) {
            Frame frame = ((Parcel) inbox.peek()).frame();
            DistributedPart part = requireNonNull(parts.get(frame.receiver()));
            if (!isTaken) {
                part.take(ordinal, frame);
                isTaken = true;
            }
            boolean progress = true;
            while (progress) { // a part that waits for one sender must not block frames of another
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
        begin();
        work();
        return refused == null;
    }

    @Override
    public boolean complete() {
        begin();
        if (!isInputComplete) {
            isInputComplete = true;
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

    /** Adopts the states of the savepoint at the first work of a job that Jet does not restart. */
    private void begin() {
        if (isBegun) {
            return;
        }
        isBegun = true;
        snapshot.take(savepoint);
        parts.forEach((number, part) -> snapshot.taken().stream()
                .filter(saved -> !part.isSource() || saved.equals("" + number))
                .forEach(saved -> snapshot.restore(saved, part.name(), part::adopt)));
        snapshot.clear();
        savepoint = Map.of();
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

    /** Sends the output of the parts. Returns whether Jet has accepted all of it. */
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
        return true; // Jet has no watermarks here: frames contain their own
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
    public boolean snapshotCommitFinish(boolean success) {
        if (success) {
            parts.values().forEach(DistributedPart::checkpointed);
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
