package org.speedwell.streaming.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.format.Format;

/**
 * A copy of a batch on its way to a tasklet of another thread or process, trimmed to its size. Objects from another
 * process remain bytes until a reader needs them. Otherwise immutable. For one thread at a time.
 */
public final class Frame {
    /** The format of a frame in bytes. {@link #write} defines the body. */
    private static final Format FORMAT = new Format("a frame", "SPWFRAM", '1');

    private static final long[] NO_NUMBERS = new long[0];
    private static final int VALUES = 1;
    private static final int COUNTS = 2;
    private static final int OBJECT_KEYS = 4;
    private static final int EVENTS = 8;
    private static final int IDLE = 16;
    private static final int EARLY = 32;
    private static final int AWAKE = 64;
    private static final int ALL_FLAGS = 2 * AWAKE - 1;

    private final int sender;
    private final int receiver;
    private final int size;
    private final int flags;
    private final long watermark;
    private final long[] times;
    private final long[] keys;
    private final long[] values;
    private final long[] counts;
    private final Objects objectKeys;
    private final Objects events;

    /** A column of objects, or its bytes. */
    private static final class Objects {
        private @Nullable Object @Nullable [] objects;
        private byte @Nullable [] bytes;

        private Objects(@Nullable Object @Nullable [] objects, byte @Nullable [] bytes) {
            this.objects = objects;
            this.bytes = bytes;
        }

        private byte[] bytes() throws IOException {
            byte[] known = bytes;
            if (known == null) {
                known = ObjectColumn.write(objects == null ? new Object[0] : objects);
            }
            return known;
        }

        private @Nullable Object[] objects(int count, ObjectInputFilter filter) {
            @Nullable Object[] known = objects;
            if (known == null) {
                try {
                    known = bytes == null ? new Object[0] : ObjectColumn.read(bytes, count, filter);
                } catch (IOException | ClassNotFoundException e) {
                    throw new IllegalStateException(
                            "Events or keys from another member cannot be read: " + JobObjectInput.reason(e), e);
                }
                objects = known;
                bytes = null;
            }
            return known;
        }
    }

    private Frame(
            int sender,
            int receiver,
            int size,
            int flags,
            long watermark,
            long[] times,
            long[] keys,
            long[] values,
            long[] counts,
            Objects objectKeys,
            Objects events) {
        this.sender = sender;
        this.receiver = receiver;
        this.size = size;
        this.flags = flags;
        this.watermark = watermark;
        this.times = times;
        this.keys = keys;
        this.values = values;
        this.counts = counts;
        this.objectKeys = objectKeys;
        this.events = events;
    }

    /** Returns a copy of a batch. */
    static Frame of(Batch batch, int sender, int receiver) {
        int size = batch.size;
        boolean hasValues = batch.values.length > 0;
        boolean hasCounts = batch.counts.length > 0;
        boolean hasKeys = batch.objectKeys.length > 0;
        boolean hasEvents = batch.events.length > 0;
        int flags = (hasValues ? VALUES : 0)
                | (hasCounts ? COUNTS : 0)
                | (hasKeys ? OBJECT_KEYS : 0)
                | (hasEvents ? EVENTS : 0)
                | (batch.idle ? IDLE : 0)
                | (batch.early ? EARLY : 0)
                | (batch.awake ? AWAKE : 0);
        return new Frame(
                sender,
                receiver,
                size,
                flags,
                batch.watermark,
                copy(batch.times, size),
                copy(batch.keys, size),
                hasValues ? copy(batch.values, size) : NO_NUMBERS,
                hasCounts ? copy(batch.counts, size) : NO_NUMBERS,
                new Objects(hasKeys ? Arrays.copyOf(batch.objectKeys, size) : null, null),
                new Objects(hasEvents ? Arrays.copyOf(batch.events, size) : null, null));
    }

    /** Returns the last frame of a sender. */
    static Frame end(int sender, int receiver) {
        return new Frame(
                sender,
                receiver,
                0,
                0,
                Batch.END,
                NO_NUMBERS,
                NO_NUMBERS,
                NO_NUMBERS,
                NO_NUMBERS,
                new Objects(null, null),
                new Objects(null, null));
    }

    /**
     * Copies the frame into an empty batch, which must have the layout of the original batch.
     *
     * @param filter the filter of the classes to read, if the frame came from another process
     * @throws IllegalStateException if objects cannot be read or the filter rejects their class
     */
    void into(Batch batch, ObjectInputFilter filter) {
        for (int i = 0; i < size; i++) {
            batch.add(times[i], keys[i]);
        }
        if (has(VALUES)) {
            System.arraycopy(values, 0, batch.values, 0, size);
        }
        if (has(COUNTS)) {
            System.arraycopy(counts, 0, batch.counts, 0, size);
        }
        if (has(OBJECT_KEYS)) {
            System.arraycopy(objectKeys.objects(size, filter), 0, batch.objectKeys, 0, size);
        }
        if (has(EVENTS)) {
            System.arraycopy(events.objects(size, filter), 0, batch.events, 0, size);
        }
        batch.watermark = watermark;
        batch.idle = has(IDLE);
        batch.early = has(EARLY);
        batch.awake = has(AWAKE);
    }

    /** Returns the version of the format of frames. */
    public static char version() {
        return FORMAT.version();
    }

    /** Returns the number of the sending partition, among those of its operation. */
    public int sender() {
        return sender;
    }

    /** Returns the number of the receiving partition, among those of the next operation. */
    public int receiver() {
        return receiver;
    }

    /** Returns whether this is the last frame of its sender. */
    boolean isLast() {
        return watermark == Batch.END;
    }

    /**
     * Writes the frame.
     *
     * @throws java.io.NotSerializableException if an event or a key is not serializable; the message names the class
     */
    public void write(DataOutput out) throws IOException {
        PackedOutput body = new PackedOutput();
        body.putNumber(sender);
        body.putNumber(receiver);
        body.putByte(flags);
        body.putNumber(watermark);
        body.putNumber(size);
        body.putColumn(times);
        body.putColumn(keys);
        body.putColumn(values);
        body.putColumn(counts);
        if (has(OBJECT_KEYS)) {
            write(objectKeys, body);
        }
        if (has(EVENTS)) {
            write(events, body);
        }
        FORMAT.write(body.toBytes(), out);
    }

    private static void write(Objects column, PackedOutput body) throws IOException {
        byte[] bytes = column.bytes();
        body.putNumber(bytes.length);
        body.putBytes(bytes);
    }

    /**
     * Reads a frame that {@link #write} wrote.
     *
     * @throws IOException if the bytes are damaged, or another version of this library wrote them
     */
    public static Frame read(DataInput in) throws IOException {
        try {
            return parse(new PackedInput(FORMAT.read(in)));
        } catch (IOException e) {
            throw new IOException(
                    "A frame of another member cannot be read: " + e.getMessage()
                            + ". Put the same version of streaming-hazelcast on the class path of every member.",
                    e);
        }
    }

    private static Frame parse(PackedInput in) throws IOException {
        int sender = (int) in.nextNumber();
        int receiver = (int) in.nextNumber();
        int flags = in.nextByte();
        if ((flags & ~ALL_FLAGS) != 0) {
            throw new IOException("it has the unknown flags " + flags);
        }
        long watermark = in.nextNumber();
        int size = in.nextCount();
        Frame frame = new Frame(
                sender,
                receiver,
                size,
                flags,
                watermark,
                in.nextColumn(size),
                in.nextColumn(size),
                (flags & VALUES) == 0 ? NO_NUMBERS : in.nextColumn(size),
                (flags & COUNTS) == 0 ? NO_NUMBERS : in.nextColumn(size),
                new Objects(null, (flags & OBJECT_KEYS) == 0 ? null : in.nextBytes(in.nextCount())),
                new Objects(null, (flags & EVENTS) == 0 ? null : in.nextBytes(in.nextCount())));
        Format.requireEnd(in.left());
        return frame;
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private static long[] copy(long[] column, int size) {
        return size == 0 ? NO_NUMBERS : Arrays.copyOf(column, size);
    }
}
