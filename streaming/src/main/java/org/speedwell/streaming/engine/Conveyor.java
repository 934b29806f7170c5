package org.speedwell.streaming.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded ring of batches between one sender and one receiver. Each of them may change its thread, but runs on one
 * thread at a time. They fill and read batches in place, without copies or allocation.
 */
public final class Conveyor {
    /** The default number of batches. */
    public static final int SLOTS = 8;

    private static final VarHandle SENT = handle("sent");
    private static final VarHandle RELEASED = handle("released");
    private static final MethodHandle TAKE = take();

    private final Batch[] slots;

    @SuppressWarnings("unused") // used through its VarHandle
    private long sent;

    @SuppressWarnings("unused") // used through its VarHandle
    private long released;

    /** The call site of the receiver that consumes events without the ring; null if there is none. */
    private @Nullable MutableCallSite passage;

    /** The condition under which events may bypass the ring; null if they never do. */
    private @Nullable BooleanSupplier gate;

    /** The number of events that bypassed the ring and are not counted yet. */
    private long handedOver;

    public Conveyor(Layout layout) {
        this(layout, SLOTS);
    }

    /**
     * Creates a conveyor.
     *
     * @param capacity the number of batches, a power of two
     */
    Conveyor(Layout layout, int capacity) {
        slots = new Batch[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = new Batch(layout);
        }
    }

    /** Returns an empty batch to fill; null while the ring is full. For the sender. */
    @Nullable
    Batch claim() {
        long next = (long) SENT.get(this);
        return next - (long) RELEASED.getAcquire(this) == slots.length ? null : slots[(int) next & (slots.length - 1)];
    }

    /** Sends the claimed batch. */
    void send() {
        SENT.setRelease(this, (long) SENT.get(this) + 1);
    }

    /**
     * Lets events bypass the ring while it is empty and the gate is open. Sender and receiver must run on one thread.
     */
    public void connect(DirectConsumer receiver, BooleanSupplier mayTake) {
        site().setTarget(TAKE.bindTo(receiver));
        gate = mayTake;
    }

    private MutableCallSite site() {
        MutableCallSite site = passage;
        if (site == null) {
            DirectConsumer nobody = (key, event, time) -> {
                throw new IllegalStateException("No receiver is connected to this conveyor.");
            };
            site = new MutableCallSite(TAKE.bindTo(nobody));
            passage = site;
        }
        return site;
    }

    /** Returns whether an event may bypass the ring; true if events never do. For the sender. */
    boolean isPassable() {
        return gate == null || depth() == 0 && gate.getAsBoolean();
    }

    /**
     * Returns a handle of the receiver's {@link DirectConsumer#take}. The receiver may connect later. Call the handle
     * only if the {@link Outbox} is open. In code for which the handle is a constant, the receiver is a constant, too.
     */
    public MethodHandle passage() {
        return site().dynamicInvoker();
    }

    /** Counts an event that bypasses the ring. */
    public void countHandedOver() {
        handedOver++;
    }

    /** Returns the number of events that bypassed the ring since the last call. For the receiver. */
    long takeHandedOver() {
        long count = handedOver;
        handedOver = 0;
        return count;
    }

    /** Returns the oldest batch that was sent; null if there is none. For the receiver. */
    @Nullable
    Batch peek() {
        long next = (long) RELEASED.get(this);
        return next == (long) SENT.getAcquire(this) ? null : slots[(int) next & (slots.length - 1)];
    }

    /** Returns the number of batches that wait for the receiver. For any thread. */
    int depth() {
        return (int) ((long) SENT.getAcquire(this) - (long) RELEASED.getAcquire(this));
    }

    /** Returns the peeked batch to the sender. */
    void release() {
        long next = (long) RELEASED.get(this);
        slots[(int) next & (slots.length - 1)].clear();
        RELEASED.setRelease(this, next + 1);
    }

    private static MethodHandle take() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(
                            DirectConsumer.class,
                            "take",
                            MethodType.methodType(boolean.class, long.class, Object.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(Conveyor.class, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
