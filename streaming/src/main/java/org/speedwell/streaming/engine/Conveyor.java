package org.speedwell.streaming.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
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
    private static final MethodHandle TAKE = take();

    private final Batch[] slots;

    @SuppressWarnings("unused") // through its handle
    private long sent;

    @SuppressWarnings("unused") // through its handle
    private long released;

    /** Leads to who takes events past the ring; null where none does. */
    private @Nullable MutableCallSite passage;

    /** Whether events may go past the ring now; null where none does. */
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
    public void connect(DirectConsumer receiver, BooleanSupplier mayTake) {
        site().setTarget(TAKE.bindTo(receiver));
        gate = mayTake;
    }

    private MutableCallSite site() {
        MutableCallSite site = passage;
        if (site == null) {
            DirectConsumer nobody = (key, event, time) -> {
                throw new IllegalStateException("Nobody takes events past this conveyor.");
            };
            site = new MutableCallSite(TAKE.bindTo(nobody));
            passage = site;
        }
        return site;
    }

    /** Whether an event may go past the ring, if that is how they go. For the sender. */
    boolean isPassable() {
        return gate == null || depth() == 0 && gate.getAsBoolean();
    }

    /**
     * {@link DirectConsumer#take} of the receiver, who may be connected later: to be called if the {@link Outbox} is open. It is a handle
     * so that code to which it is a constant has the receiver for a constant too.
     */
    public MethodHandle passage() {
        return site().dynamicInvoker();
    }

    /** Counts an event that goes past the ring. */
    public void countHandedOver() {
        handedOver++;
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
