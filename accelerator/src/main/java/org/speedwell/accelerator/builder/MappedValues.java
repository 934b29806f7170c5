package org.speedwell.accelerator.builder;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.codec.IntSort;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeyList;
import org.speedwell.accelerator.codec.MappedCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.text.ValueText;

/**
 * Orders the values that a type mapper makes of what the database holds: each distinct value of the database is mapped,
 * and the keys of the column become places in the order of what that gives, so that all that runs on keys runs on such a
 * column too. Nothing need be known of the mapper, and nothing is believed: one that turns the order round, makes one
 * value of several (as local time does of the hour that an autumn night has twice), makes null of a value or a value of
 * null, costs a sort. Values that cannot be compared, or of which two compare as equal that are not, have no order; then
 * the column has none either, and predicates test its rows.
 */
public final class MappedValues {
    /** Up to this many values are kept while they are sorted; more are made anew for each comparison. */
    private static final int MAX_KEPT = 1 << 20;

    /** The number of characters of a value that a message shows. */
    private static final int MAX_LENGTH = 100;

    private final KeyColumn staged;
    private final KeyCodec stored;
    private final Function<@Nullable Object, @Nullable Object> mapper;
    private final int distinct;

    /** What the mapper makes of NULL, if there is one: an item of its own behind those of the distinct keys. */
    private final @Nullable Object ofNull;

    private final KeyList keys;

    /** By row: the place of its key in {@link #keys}. */
    private final Codes numbers;

    /** By item: its rank and 1, or 0 for null. */
    private final Codes ranks;

    /** By rank: a key of it. */
    private final KeyList entries;

    private int size;
    private int nullEntry = MappedCodec.NONE;
    private Class<?> valueClass = Void.class;
    private boolean ascend = true;

    private MappedValues(
            KeyColumn staged,
            Function<@Nullable Object, @Nullable Object> mapper,
            int valid,
            IntUnaryOperator rowAt,
            Lease staging) {
        this.staged = staged;
        this.stored = staged.codec();
        this.mapper = mapper;
        this.ofNull = staged.nulls() == 0 ? null : ColumnBuilder.mapped(mapper, null);
        int found = 0;
        for (int position = 0; position < valid; position++) {
            if (position == 0 || staged.key(rowAt.applyAsInt(position)) != staged.key(rowAt.applyAsInt(position - 1))) {
                found++;
            }
        }
        this.distinct = found;
        this.keys = KeyList.allocate(staging, distinct, staged.min(), staged.max());
        this.numbers = Codes.allocate(staging, staged.rows(), distinct);
        this.ranks = Codes.allocate(staging, distinct + 1, distinct + 1L);
        this.entries = KeyList.allocate(staging, distinct + 1, staged.min(), staged.max());
        int number = -1;
        for (int position = 0; position < valid; position++) {
            int row = rowAt.applyAsInt(position);
            if (number < 0 || staged.key(row) != keys.get(number)) {
                keys.set(++number, staged.key(row));
            }
            numbers.set(row, number);
        }
    }

    /**
     * The column of the values.
     *
     * @param staged the values of the database
     * @param mapper makes the entities' values of them
     * @param valid how many rows are not NULL
     * @param rowAt the rows in the order of their keys, those that are NULL last
     * @param lease owns the column's memory
     * @param staging memory for the while
     * @throws IllegalArgumentException if the mapper fails for a value; the message tells which
     */
    public static KeyColumn of(
            KeyColumn staged,
            Function<@Nullable Object, @Nullable Object> mapper,
            int valid,
            IntUnaryOperator rowAt,
            Lease lease,
            Lease staging) {
        return new MappedValues(staged, mapper, valid, rowAt, staging).column(lease);
    }

    private KeyColumn column(Lease lease) {
        boolean isOrdered = haveOneClass();
        try {
            isOrdered = isOrdered && assign(ascend ? null : sorted(), true);
        } catch (ClassCastException | IllegalArgumentException e) {
            isOrdered = false; // values that refuse to be compared
        }
        if (!isOrdered) {
            assign(null, false);
        }
        KeyList chosen = KeyList.allocate(lease, size, staged.min(), staged.max());
        for (int rank = 0; rank < size; rank++) {
            chosen.set(rank, entries.get(rank));
        }
        KeyCodec codec = new MappedCodec(stored, chosen, nullEntry, mapper, isOrdered, valueClass);
        int max = Math.max(0, size - 1);
        KeyList codes = KeyList.allocate(lease, staged.rows(), 0, max);
        BitSet nulls = new BitSet();
        for (int row = 0; row < staged.rows(); row++) {
            int rank = rankOf(row);
            if (rank < 0) {
                nulls.set(row);
            } else {
                codes.set(row, rank);
            }
        }
        return new KeyColumn(codec, codes, 0, max, Validity.of(nulls, staged.rows(), lease));
    }

    private int rankOf(int row) {
        return (int) ranks.get(staged.isNull(row) ? distinct : (int) numbers.get(row)) - 1;
    }

    private @Nullable Object value(int item) {
        if (item == distinct) {
            return ofNull;
        }
        Object value = stored.value(keys.get(item));
        try {
            return mapper.apply(value);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "its type mapper fails for " + ValueText.of(value, MAX_LENGTH) + ": "
                            + ValueText.escaped(e.toString()),
                    ValueText.escaped(e));
        }
    }

    /** Looks at all values once: whether all are comparable with each other, and whether they ascend as they come. */
    private boolean haveOneClass() {
        Object previous = null;
        boolean haveOne = true;
        for (int item = 0; item <= distinct; item++) {
            Object value = value(item);
            if (value == null) {
                continue;
            }
            if (previous == null) {
                valueClass = value.getClass();
            }
            haveOne &= value.getClass() == valueClass && value instanceof Comparable<?>;
            ascend &= haveOne && (previous == null || isAscending(previous, value));
            previous = value;
        }
        return haveOne;
    }

    private static boolean isAscending(Object previous, Object value) {
        try {
            return MappedCodec.compare(previous, value) <= 0;
        } catch (ClassCastException | IllegalArgumentException e) {
            return false;
        }
    }

    /** The items that are not null, in the order of their values. */
    private int[] sorted() {
        int[] items = new int[distinct + 1];
        int count = 0;
        @Nullable Object[] kept = distinct < MAX_KEPT ? new @Nullable Object[distinct + 1] : new @Nullable Object[0];
        for (int item = 0; item <= distinct; item++) {
            Object value = value(item);
            if (value != null) {
                items[count++] = item;
            }
            if (kept.length > 0) {
                kept[item] = value;
            }
        }
        IntSort.sort(
                items,
                0,
                count,
                kept.length > 0
                        ? (a, b) -> MappedCodec.compare(known(kept[a]), known(kept[b]))
                        : (a, b) -> MappedCodec.compare(known(value(a)), known(value(b))));
        return Arrays.copyOf(items, count);
    }

    private static Object known(@Nullable Object value) {
        return Objects.requireNonNull(value);
    }

    /**
     * Gives ranks to the items, in an order or as they come; equal ones share theirs.
     *
     * @return whether the order is one
     */
    private boolean assign(int @Nullable [] order, boolean isOrdered) {
        size = 0;
        nullEntry = MappedCodec.NONE;
        Object previous = null;
        int items = order == null ? distinct + 1 : order.length;
        for (int place = 0; place < items; place++) {
            int item = order == null ? place : order[place];
            Object value = value(item);
            if (value == null) {
                continue;
            }
            boolean isNew = true;
            if (isOrdered && previous != null) {
                int compared = MappedCodec.compare(previous, value);
                if (compared > 0 || compared == 0 != previous.equals(value)) {
                    return false;
                }
                isNew = compared < 0;
            }
            if (isNew) {
                if (item == distinct) {
                    nullEntry = size;
                }
                entries.set(size++, item == distinct ? staged.min() : keys.get(item));
            }
            ranks.set(item, size);
            previous = value;
        }
        return true;
    }
}
