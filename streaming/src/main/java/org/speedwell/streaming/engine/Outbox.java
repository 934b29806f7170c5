package org.speedwell.streaming.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sending ends of a tasklet: a port for each edge of the job's graph, a conveyor for each receiver. For one thread. */
public final class Outbox {
    private final Conveyor[] conveyors;
    private final Port[] ports;

    /** The batches being filled; null until the next is claimed. */
    private final @Nullable Batch[] current;

    /**
     * Whether every receiver has a batch with room; false also where that is not known. Where events are handed over, it is
     * known only until a receiver works or takes events of another sender.
     */
    private boolean open;

    /** Whether what is being sent are results of windows that are still open. */
    private boolean early;

    /** Of one port. */
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

    /** Of ports, each with its conveyors. */
    public static Outbox of(List<List<Conveyor>> rows) {
        return new Outbox(rows, rows.stream().flatMap(List::stream).toList());
    }

    public Port port(int number) {
        return ports[number];
    }

    /** Whether an event or a watermark can be sent to any receiver. To be asked before each: back pressure is a no. */
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

    /** The batch to add an event to; only after {@link #isOpen} said yes to what the event came from. */
    public Batch batch(int receiver) {
        Batch batch = current[receiver];
        if (batch == null) {
            throw new IllegalStateException("The outbox is closed.");
        }
        if (batch.size + 1 >= Batch.FULL) {
            open = false;
        }
        return batch;
    }

    /** Leads to a receiver. */
    public Conveyor conveyor(int receiver) {
        return conveyors[receiver];
    }

    /**
     * Forgets whether receivers have room. A sender that hands events over calls this at the start of each turn, and whenever
     * a receiver says that it has no more room.
     */
    public void askAgain() {
        open = false;
    }

    /** The batch of a key among so many receivers, by its high bits after mixing: tables use the low ones. */
    public Batch batch(int first, int receivers, long key) {
        return batch(receivers == 1 ? first : first + (int) (((HashMixer.mix(key) >>> 32) * receivers) >>> 32));
    }

    /** Sends what there is, full or not; receivers on the same thread, whose turn comes now, may then have no room. */
    public void flush() {
        open = false;
        for (int i = 0; i < conveyors.length; i++) {
            Batch batch = current[i];
            if (batch != null && batch.size > 0) {
                send(i);
            }
        }
    }

    /** From now on, what is sent are results of windows that are still open, or no longer. No batch holds both. */
    public void setEarly(boolean on) {
        if (early != on) {
            flush();
            early = on;
        }
    }

    /** Sends a watermark behind the events so far to every receiver; {@link Batch#END} is the last. Only if open. */
    public void sendWatermark(long watermark) {
        for (Port port : ports) {
            sendWatermark(port, watermark);
        }
    }

    /** The same to the receivers of one port. */
    public void sendWatermark(Port port, long watermark) {
        for (int i = port.first(); i < port.first() + port.receivers(); i++) {
            batch(i).watermark = watermark;
            send(i);
        }
    }

    /** Tells every receiver not to wait for this sender until it sends again. Only if open. */
    public void sendIdle() {
        sendIdle(Batch.NO_WATERMARK);
    }

    /** Does the same, and repeats the last watermark. */
    public void sendIdle(long watermark) {
        for (int i = 0; i < conveyors.length; i++) {
            batch(i).idle = true;
            batch(i).watermark = watermark;
            send(i);
        }
    }

    /** Tells every receiver to wait for this sender again, which was idle, and repeats the last watermark. Only if open. */
    public void sendAwake(long watermark) {
        for (int i = 0; i < conveyors.length; i++) {
            batch(i).awake = true;
            batch(i).watermark = watermark;
            send(i);
        }
    }

    /** Sends the barrier of a checkpoint behind all so far to every receiver. Only if open. */
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
