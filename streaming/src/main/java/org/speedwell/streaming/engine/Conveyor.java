package org.speedwell.streaming.engine;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded ring of batches between one sender and one receiver, each of which may be any thread at any time, but one
 * at a time. Batches are filled and read where they lie: nothing is copied or allocated.
 */
public final class Conveyor {
    /** How many batches it holds unless told. */
    public static final int SLOTS = 8;

    private static final VarHandle SENT = handle("sent");
    private static final VarHandle RELEASED = handle("released");

    private final Batch[] slots;

    @SuppressWarnings("unused") // through its handle
    private long sent;

    @SuppressWarnings("unused") // through its handle
    private long released;

    /** Who takes events past the ring, and whether it may now; null where none does. */
    private @Nullable Taker taker;

    private @Nullable BooleanSupplier gate;

    /** Events that went past the ring, and were not counted yet. */
    private long handedOver;

    public Conveyor(Layout layout) {
        this(layout, SLOTS);
    }

    /** @param capacity how many batches it holds, a power of two */
    Conveyor(Layout layout, int capacity) {
        slots = new Batch[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = new Batch(layout);
        }
    }

    /** The batch to fill next, empty, or null while the ring is full. For the sender. */
    @Nullable
    Batch claim() {
        long next = (long) SENT.get(this);
        return next - (long) RELEASED.getAcquire(this) == slots.length ? null : slots[(int) next & (slots.length - 1)];
    }

    /** Sends the claimed batch. */
    void send() {
        SENT.setRelease(this, (long) SENT.get(this) + 1);
    }

    /** From now on, events go past the ring while it is empty and the gate is open. Sender and receiver are on one thread. */
    public void connect(Taker receiver, BooleanSupplier mayTake) {
        taker = receiver;
        gate = mayTake;
    }

    /** Whether an event may go past the ring, if that is how they go. For the sender. */
    boolean isPassable() {
        return gate == null || depth() == 0 && gate.getAsBoolean();
    }

    /** Who is to be given an event past the ring, if the {@link Outbox} is open; the event is counted. */
    public Taker taker() {
        handedOver++;
        return requireNonNull(taker);
    }

    /** How many events went past the ring since this was last asked. For the receiver. */
    long takeHandedOver() {
        long count = handedOver;
        handedOver = 0;
        return count;
    }

    /** The oldest batch that was sent, or null. For the receiver. */
    @Nullable
    Batch peek() {
        long next = (long) RELEASED.get(this);
        return next == (long) SENT.getAcquire(this) ? null : slots[(int) next & (slots.length - 1)];
    }

    /** How many batches are on their way. For any thread. */
    int depth() {
        return (int) ((long) SENT.getAcquire(this) - (long) RELEASED.getAcquire(this));
    }

    /** Gives the peeked batch back to the sender. */
    void release() {
        long next = (long) RELEASED.get(this);
        slots[(int) next & (slots.length - 1)].clear();
        RELEASED.setRelease(this, next + 1);
    }

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(Conveyor.class, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
