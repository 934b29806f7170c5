package org.speedwell.streaming.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * A queue of the frames from one remote sender to one tasklet. The tasklet reads them through a conveyor, like those of
 * its own process. The queue keeps a frame until the tasklet has read all of it, so that a checkpoint can save unread
 * frames. For one thread.
 */
public final class Intake {
    /**
     * The number of batches of the conveyor. It is small, because each pair of sender and receiver has a conveyor, and
     * further frames wait outside.
     */
    private static final int SLOTS = 4;

    private final Conveyor conveyor;
    private final ObjectInputFilter filter;
    private final ArrayDeque<Frame> frames = new ArrayDeque<>();

    /** The number of frames, from the first, that are in the conveyor. */
    private int given;

    private boolean over;

    /**
     * Creates a queue.
     *
     * @param filter the filter of the classes to read from frames of other processes
     */
    public Intake(Layout layout, ObjectInputFilter filter) {
        this.conveyor = new Conveyor(layout, SLOTS);
        this.filter = filter;
    }

    /** Returns the conveyor that the tasklet reads. */
    public Conveyor conveyor() {
        return conveyor;
    }

    /** Adds a frame. Drops frames after the last one of the sender, because the sender repeated them. */
    public void add(Frame frame) {
        if (!over) {
            over = frame.isLast();
            frames.add(frame);
        }
    }

    /** Marks the end of the sender. */
    public void end() {
        add(Frame.end(0, 0));
    }

    /** Records that the sender had ended before the tasklet saved its state. */
    public void setOver() {
        over = true;
    }

    /** Returns whether the last frame of the sender has arrived. */
    public boolean isOver() {
        return over;
    }

    /** Moves frames into the conveyor while it has room. */
    public void load() {
        for (int taken = given - conveyor.depth(); taken > 0; taken--) {
            frames.remove();
            given--;
        }
        if (given == frames.size()) {
            return;
        }
        Iterator<Frame> next = frames.iterator();
        for (int i = 0; i < given; i++) {
            next.next();
        }
        while (next.hasNext()) {
            Batch batch = conveyor.claim();
            if (batch == null) {
                return;
            }
            next.next().into(batch, filter);
            conveyor.send();
            given++;
        }
    }

    /** Returns whether the tasklet has read all frames. */
    public boolean isEmpty() {
        return frames.isEmpty() || conveyor.depth() == 0 && given == frames.size();
    }

    /** Writes the unread frames. The tasklet must not have begun to read any of them. */
    public void save(DataOutput out) throws IOException {
        load();
        out.writeInt(frames.size());
        for (Frame frame : frames) {
            frame.write(out);
        }
    }

    /** Reads the frames that {@link #save} wrote. */
    public void restore(DataInput in) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            frames.add(Frame.read(in));
        }
        over |= count > 0 && frames.getLast().isLast();
    }
}
