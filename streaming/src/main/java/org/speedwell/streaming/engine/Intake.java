package org.speedwell.streaming.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * The frames that came from one sender for one tasklet, which takes them through a conveyor as it does those of its own
 * process. A frame is kept until the tasklet has taken all of it, so that all that was not taken can be saved. For one
 * thread.
 */
public final class Intake {
    /** Few, as there are as many conveyors as parts send to parts, and frames wait outside of them. */
    private static final int SLOTS = 4;

    private final Conveyor conveyor;
    private final ObjectInputFilter filter;
    private final ArrayDeque<Frame> frames = new ArrayDeque<>();

    /** How many of the first frames are in the conveyor. */
    private int given;

    private boolean over;

    /** @param filter decides which classes are read from frames of other processes */
    public Intake(Layout layout, ObjectInputFilter filter) {
        this.conveyor = new Conveyor(layout, SLOTS);
        this.filter = filter;
    }

    /** Where the tasklet takes them from. */
    public Conveyor conveyor() {
        return conveyor;
    }

    /** Takes a frame in; one behind the last of all is one that was sent again, and dropped. */
    public void add(Frame frame) {
        if (!over) {
            over = frame.isLast();
            frames.add(frame);
        }
    }

    /** The sender has no more to send. */
    public void end() {
        add(Frame.end(0, 0));
    }

    /** The tasklet knew that the sender was over when its state was saved. */
    public void setOver() {
        over = true;
    }

    /** Whether the last frame of the sender has come. */
    public boolean isOver() {
        return over;
    }

    /** Puts into the conveyor what it has room for. */
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

    /** Whether the tasklet has taken all. */
    public boolean isEmpty() {
        return frames.isEmpty() || conveyor.depth() == 0 && given == frames.size();
    }

    /** Writes the frames that the tasklet has not taken, none of which it has begun. */
    public void save(DataOutput out) throws IOException {
        load();
        out.writeInt(frames.size());
        for (Frame frame : frames) {
            frame.write(out);
        }
    }

    /** Reads what {@link #save} wrote. */
    public void restore(DataInput in) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            frames.add(Frame.read(in));
        }
        over |= count > 0 && frames.getLast().isLast();
    }
}
