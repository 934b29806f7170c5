package org.speedwell.streaming.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a tasklet: a port for each edge of the job's graph and a conveyor for each receiver. For one
 * thread.
 */
public final class Outbox {
    private final Conveyor[] conveyors;
    private final Port[] ports;

    /** The batches that the sender fills. Null until the sender claims the next batch. */
    private final @Nullable Batch[] current;

    /**
     * True if every receiver has a batch with room. False also if the outbox must check again. For events that bypass
     * the conveyor, true is valid only until a receiver works or accepts events of another sender.
     */
    private boolean open;

    /** True while the events sent are early results, of windows that are still open. */
    private boolean early;

    /** Creates an outbox with one port. */
    public Outbox(List<Conveyor> conveyors) {
        this(List.of(conveyors), conveyors);
    }

    private Outbox(List<List<Conveyor>> rows, List<Conveyor> conveyors) {
        this.conveyors = conveyors.toArray(Conveyor[]::new);
        this.current = new Batch[this.conveyors.length];
        this.ports = new Port[rows.size()];
        int first = 0;
        for (int i = 0; i < ports.length; i++) {
            ports[i] = new Port(this, first, rows.get(i).size());
            first += ports[i].receivers();
        }
    }

    /** Creates an outbox with a port for each list of conveyors. */
    public static Outbox of(List<List<Conveyor>> rows) {
        return new Outbox(rows, rows.stream().flatMap(List::stream).toList());
    }

    public Port port(int number) {
        return ports[number];
    }

    /**
     * Returns whether an event or a watermark can be sent to every receiver. The sender checks this before each event.
     * False means back pressure.
     */
    public boolean isOpen() {
        return open || open();
    }

    private boolean open() {
        boolean all = true;
        for (int i = 0; i < conveyors.length; i++) {
            Batch batch = current[i];
            if (batch != null && batch.size >= Batch.FULL) {
                send(i);
                batch = null;
            }
            if (batch == null) {
                batch = conveyors[i].claim();
                current[i] = batch;
            }
            all &= batch != null && conveyors[i].isPassable();
        }
        open = all;
        return all;
    }

    /**
     * Returns the batch to which the sender adds an event. Allowed only after {@link #isOpen} returned true for the
     * event, or for the event from which it was computed.
     *
     * @throws IllegalStateException if the receiver has no batch with room
     */
    public Batch batch(int receiver) {
        Batch batch = current[receiver];
        if (batch == null) {
            throw new IllegalStateException("The batch for receiver " + receiver + " has no room.");
        }
        if (batch.size + 1 >= Batch.FULL) {
            open = false;
        }
        return batch;
    }

    /** Returns the conveyor that leads to a receiver. */
    public Conveyor conveyor(int receiver) {
        return conveyors[receiver];
    }

    /**
     * Makes the next {@link #isOpen} check all receivers. A sender whose events bypass the conveyor calls this at the
     * start of each turn. It also calls this whenever a receiver reports that it has no more room.
     */
    public void recheckReceivers() {
        open = false;
    }

    /**
     * Returns the batch of a key's receiver, one of {@code receivers} from number {@code first} on. The high bits of
     * the mixed key choose the receiver, because hash tables use the low bits.
     */
    public Batch batch(int first, int receivers, long key) {
        return batch(receivers == 1 ? first : first + receiver(receivers, key));
    }

    /** Returns which of {@code receivers}, from 0, gets the events of a key. */
    public static int receiver(int receivers, long key) {
        return (int) (((HashMixer.mix(key) >>> 32) * receivers) >>> 32);
    }

    /**
     * Sends all batches that are not empty, even if they are not full. After this the outbox checks its receivers
     * again: those on the same thread run next, and may then have no room.
     */
    public void flush() {
        open = false;
        for (int i = 0; i < conveyors.length; i++) {
            Batch batch = current[i];
            if (batch != null && batch.size > 0) {
                send(i);
            }
        }
    }

    /**
     * Sets whether the following events are early results, of windows that are still open. A batch never contains both
     * kinds.
     */
    public void setEarly(boolean on) {
        if (early != on) {
            flush();
            early = on;
        }
    }

    /**
     * Sends a watermark to every receiver, after the events so far. The last one is {@link Batch#END}. Allowed only if
     * the outbox is open.
     */
    public void sendWatermark(long watermark) {
        for (Port port : ports) {
            sendWatermark(port, watermark);
        }
    }

    /** Sends a watermark to the receivers of one port. Allowed only if the outbox is open. */
    public void sendWatermark(Port port, long watermark) {
        for (int i = port.first(); i < port.first() + port.receivers(); i++) {
            batch(i).watermark = watermark;
            send(i);
        }
    }

    /** Tells every receiver not to wait for this sender until it sends again. Allowed only if the outbox is open. */
    public void sendIdle() {
        sendIdle(Batch.NO_WATERMARK);
    }

    /**
     * Tells every receiver not to wait for this sender, and repeats the last watermark. Allowed only if the outbox is
     * open.
     */
    public void sendIdle(long watermark) {
        for (int i = 0; i < conveyors.length; i++) {
            batch(i).idle = true;
            batch(i).watermark = watermark;
            send(i);
        }
    }

    /**
     * Tells every receiver to wait again for this sender, which was idle, and repeats the last watermark. Allowed only
     * if the outbox is open.
     */
    public void sendAwake(long watermark) {
        for (int i = 0; i < conveyors.length; i++) {
            batch(i).awake = true;
            batch(i).watermark = watermark;
            send(i);
        }
    }

    /**
     * Sends the barrier of a checkpoint to every receiver, after everything sent so far. Allowed only if the outbox is
     * open.
     */
    public void sendBarrier(long checkpoint) {
        for (int i = 0; i < conveyors.length; i++) {
            batch(i).barrier = checkpoint;
            send(i);
        }
    }

    private void send(int i) {
        Batch batch = current[i];
        if (batch != null) {
            batch.early = early;
        }
        conveyors[i].send();
        current[i] = null;
        open = false;
    }
}
