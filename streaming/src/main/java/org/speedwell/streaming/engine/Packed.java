package org.speedwell.streaming.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A compact form of columns as bytes. A column of numbers stores the difference of each number from the one before,
 * with seven bits in each byte. Most differences are small if rows are sorted or similar. A column of objects is one
 * stream of Java's serialization, unless all its objects are {@code Long}s or {@code String}s, which have shorter
 * forms.
 */
final class Packed {
    private static final byte LONGS = 1;
    private static final byte TEXTS = 2;
    private static final byte OBJECTS = 3;

    private byte[] bytes;
    private int at;

    private Packed(byte[] bytes) {
        this.bytes = bytes;
    }

    static byte[] of(long[] numbers) {
        Packed packed = new Packed(new byte[16 + 2 * numbers.length]);
        long before = 0;
        for (long number : numbers) {
            packed.put(number - before);
            before = number;
        }
        return Arrays.copyOf(packed.bytes, packed.at);
    }

    static long[] numbers(byte[] bytes, int count) {
        Packed packed = new Packed(bytes);
        long[] numbers = new long[count];
        long before = 0;
        for (int i = 0; i < count; i++) {
            before += packed.next();
            numbers[i] = before;
        }
        return numbers;
    }

    /** Appends a number. Small numbers of either sign take few bytes (zigzag encoding). */
    private void put(long number) {
        if (at + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        long rest = (number << 1) ^ (number >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
    }

    private long next() {
        long rest = 0;
        int shift = 0;
        byte part;
        do {
            part = bytes[at++];
            rest |= (part & 0x7FL) << shift;
            shift += 7;
        } while (part < 0);
        return (rest >>> 1) ^ -(rest & 1);
    }

    /**
     * Writes objects.
     *
     * @throws NotSerializableException if an object cannot be serialized; the message says what to do
     */
    static byte[] of(@Nullable Object[] objects) throws IOException {
        if (all(Long.class, objects)) {
            long[] numbers = new long[objects.length];
            Arrays.setAll(numbers, i -> (Long) objects[i]);
            return tagged(LONGS, of(numbers));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(64 + 16 * objects.length);
        if (all(String.class, objects)) {
            Packed lengths = new Packed(new byte[16 + objects.length]);
            for (Object object : objects) {
                byte[] text = ((String) object).getBytes(StandardCharsets.UTF_8);
                lengths.put(text.length);
                out.write(text);
            }
            byte[] texts = out.toByteArray();
            byte[] whole = Arrays.copyOf(lengths.bytes, lengths.at + texts.length);
            System.arraycopy(texts, 0, whole, lengths.at, texts.length);
            return tagged(TEXTS, whole);
        }
        out.write(OBJECTS);
        try (ObjectOutputStream stream = new JobObjectOutput(out)) {
            for (Object object : objects) {
                stream.writeObject(object);
            }
        } catch (NotSerializableException e) {
            NotSerializableException told = new NotSerializableException(Failures.message(e)
                    + ". Events, and keys that are objects, must be Serializable, because the members of a"
                    + " cluster exchange them.");
            told.initCause(e);
            throw told;
        }
        return out.toByteArray();
    }

    /** Returns the objects that {@link #of} wrote. Reads no object of a class that the filter rejects. */
    static @Nullable Object[] objects(byte[] bytes, int count, ObjectInputFilter filter)
            throws IOException, ClassNotFoundException {
        @Nullable Object[] objects = new Object[count];
        switch (bytes[0]) {
            case LONGS -> {
                long[] numbers = numbers(Arrays.copyOfRange(bytes, 1, bytes.length), count);
                Arrays.setAll(objects, i -> numbers[i]);
            }
            case TEXTS -> {
                Packed packed = new Packed(bytes);
                packed.at = 1;
                int[] lengths = new int[count];
                Arrays.setAll(lengths, i -> (int) packed.next());
                for (int i = 0; i < count; i++) {
                    objects[i] = new String(bytes, packed.at, lengths[i], StandardCharsets.UTF_8);
                    packed.at += lengths[i];
                }
            }
            case OBJECTS -> {
                try (ObjectInputStream in =
                        new JobObjectInput(new ByteArrayInputStream(bytes, 1, bytes.length - 1), filter)) {
                    for (int i = 0; i < count; i++) {
                        objects[i] = in.readObject();
                    }
                }
            }
            default -> throw new IOException("A column of objects is damaged: its tag is " + bytes[0] + ".");
        }
        return objects;
    }

    private static boolean all(Class<?> type, @Nullable Object[] objects) {
        for (Object object : objects) {
            if (object == null || object.getClass() != type) {
                return false;
            }
        }
        return true;
    }

    private static byte[] tagged(byte tag, byte[] rest) {
        byte[] whole = new byte[1 + rest.length];
        whole[0] = tag;
        System.arraycopy(rest, 0, whole, 1, rest.length);
        return whole;
    }
}
