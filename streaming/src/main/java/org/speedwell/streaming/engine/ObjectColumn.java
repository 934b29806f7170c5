package org.speedwell.streaming.engine;

import static java.util.Objects.requireNonNull;

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
import org.speedwell.accelerator.format.Format;

/**
 * The form of a column of objects as bytes. The column is one stream of Java's serialization, unless all its objects
 * are {@code Long}s or {@code String}s, which have shorter forms.
 */
final class ObjectColumn {
    private static final byte LONGS = 1;
    private static final byte TEXTS = 2;
    private static final byte OBJECTS = 3;

    private ObjectColumn() {}

    /**
     * Returns objects as bytes.
     *
     * @throws NotSerializableException if an object cannot be serialized; the message says what to do
     */
    static byte[] write(@Nullable Object[] objects) throws IOException {
        if (all(Long.class, objects)) {
            long[] numbers = new long[objects.length];
            Arrays.setAll(numbers, i -> (Long) objects[i]);
            PackedOutput out = new PackedOutput();
            out.putByte(LONGS);
            out.putColumn(numbers);
            return out.toBytes();
        }
        byte[] texts = all(String.class, objects) ? texts(objects) : null;
        if (texts != null) {
            return texts;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(64 + 16 * objects.length);
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

    /** Returns texts as bytes, or null if UTF-8 cannot express one of them. */
    private static byte @Nullable [] texts(@Nullable Object[] objects) {
        PackedOutput out = new PackedOutput();
        PackedOutput all = new PackedOutput();
        out.putByte(TEXTS);
        for (Object object : objects) {
            String text = (String) requireNonNull(object);
            if (!hasUtf8(text)) {
                return null;
            }
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.putNumber(bytes.length);
            all.putBytes(bytes);
        }
        out.putBytes(all.toBytes());
        return out.toBytes();
    }

    /** Returns the objects that {@link #write} wrote. Reads no object of a class that the filter rejects. */
    static @Nullable Object[] read(byte[] bytes, int count, ObjectInputFilter filter)
            throws IOException, ClassNotFoundException {
        @Nullable Object[] objects = new Object[count];
        PackedInput in = new PackedInput(bytes);
        byte tag = in.nextByte();
        switch (tag) {
            case LONGS -> {
                long[] numbers = in.nextColumn(count);
                Arrays.setAll(objects, i -> numbers[i]);
            }
            case TEXTS -> {
                int[] lengths = new int[count];
                for (int i = 0; i < count; i++) {
                    lengths[i] = in.nextCount();
                }
                for (int i = 0; i < count; i++) {
                    objects[i] = new String(in.nextBytes(lengths[i]), StandardCharsets.UTF_8);
                }
            }
            case OBJECTS -> {
                byte[] stream = in.nextBytes(in.left());
                try (ObjectInputStream from = new JobObjectInput(new ByteArrayInputStream(stream), filter)) {
                    for (int i = 0; i < count; i++) {
                        objects[i] = from.readObject();
                    }
                }
            }
            default -> throw new IOException("a column of objects has the unknown tag " + tag);
        }
        Format.requireEnd(in.left());
        return objects;
    }

    /** Returns whether UTF-8 can express a text. It cannot express half of a surrogate pair. */
    private static boolean hasUtf8(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c) || ++i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean all(Class<?> type, @Nullable Object[] objects) {
        for (Object object : objects) {
            if (object == null || object.getClass() != type) {
                return false;
            }
        }
        return true;
    }
}
