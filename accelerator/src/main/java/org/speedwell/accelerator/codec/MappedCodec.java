package org.speedwell.accelerator.codec;

import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec for the values of a type mapper. It has a dictionary of the database's values from which the mapper makes
 * them. The key is the place there. If the mapped values have an order, the places follow it.
 *
 * @param stored the codec of the database's values
 * @param entries the keys of the database's values
 * @param nullEntry the place of the value that the mapper returns for NULL, or −1
 * @param mapper converts a value of the database, or null, to the entity's value
 * @param isOrdered true if the places follow the order of the values. The values then have one class, and equal values
 * share a place
 * @param valueClass the class of the values, or a common superclass
 */
public record MappedCodec(
        KeyCodec stored,
        KeyList entries,
        int nullEntry,
        Function<@Nullable Object, @Nullable Object> mapper,
        boolean isOrdered,
        Class<?> valueClass)
        implements KeyCodec {
    public static final int NONE = -1;

    /** The immutable classes besides those of {@code java.time}. */
    private static final Set<Class<?>> IMMUTABLE =
            Set.of(BigDecimal.class, BigInteger.class, UUID.class, Locale.class, Character.class);

    /** Returns the same codec with other entries. */
    MappedCodec with(KeyCodec otherStored, KeyList otherEntries, int otherNullEntry) {
        return new MappedCodec(otherStored, otherEntries, otherNullEntry, mapper, isOrdered, valueClass);
    }

    @Override
    public long encode(Object value) {
        if (!isExact(value)) {
            throw new IllegalArgumentException(value + " is not in the dictionary");
        }
        return floor(value);
    }

    @Override
    public long keys() {
        return entries.size();
    }

    @Override
    public boolean takes(Object constant) {
        return entries.size() > 0 && constant.getClass() == value(0).getClass();
    }

    @Override
    public Object value(long key) {
        int place = (int) key;
        Object value = mapper.apply(place == nullEntry ? null : stored.value(entries.get(place)));
        Reference.reachabilityFence(this);
        return Objects.requireNonNull(
                value, "A type mapper returns null for an argument for which it returned a value before.");
    }

    @Override
    public long floor(Object value) {
        int low = 0;
        int high = entries.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (compare(value(middle), value) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    @Override
    public boolean isBelowAll(Object value) {
        return floor(value) < 0;
    }

    @Override
    public boolean isExact(Object value) {
        long floor = floor(value);
        return floor >= 0 && compare(value(floor), value) == 0;
    }

    /** Compares two values, which must have the same class. */
    @SuppressWarnings("unchecked")
    public static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    @Override
    public boolean isShareable() {
        return IMMUTABLE.contains(valueClass) || valueClass.getPackageName().equals("java.time");
    }

    @Override
    public long heapBytes() {
        return stored.heapBytes();
    }

    @Override
    public long bytes() {
        return stored.bytes() + entries.codes().bytes();
    }
}
