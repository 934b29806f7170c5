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
 * A conversion of a column of database values to a column of the values that a type mapper makes from them. The mapper
 * converts each distinct database value. The keys of the new column are ranks in the order of the mapped values.
 * Everything that works on keys therefore works on such a column.
 *
 * <p>The class assumes nothing about the mapper. The mapper may reverse the order, convert a value to null, or convert
 * null to a value. It may also convert several values to one, as local time does for the repeated hour of an autumn
 * night. If the mapped values do not ascend, their ranks cost a sort.
 *
 * <p>Some values have no order: values that cannot be compared, and values that compare as equal but are not equal. The
 * column then has no order either, and predicates test its rows.
 */
public final class MappedValues {
    /**
     * The maximum number of values that stay on the heap during the sort. With more values, each comparison creates its
     * values again.
     */
    private static final int MAX_KEPT = 1 << 20;

    /** The maximum number of characters of a value in a message. */
    private static final int MAX_LENGTH = 100;

    private final KeyColumn staged;
    private final KeyCodec stored;
    private final Function<@Nullable Object, @Nullable Object> mapper;
    private final int distinct;

    /**
     * The value that the mapper returns for NULL; null if there is none. It is an item of its own after those of the
     * distinct keys.
     */
    private final @Nullable Object ofNull;

    private final KeyList keys;

    /** The index of each row's key in {@link #keys}. */
    private final Codes numbers;

    /** The rank of each item plus 1; 0 if the mapped value is null. */
    private final Codes ranks;

    /** One key of each rank. */
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
     * Returns the column of the mapped values.
     *
     * @param staged the column of the database values
     * @param mapper converts a database value to the entity's value
     * @param valid the number of rows that are not NULL
     * @param rowAt the rows in the order of their keys, NULL rows last
     * @param lease owns the memory of the result
     * @param staging owns the temporary memory
     * @throws IllegalArgumentException if the mapper fails for a value; the message names the value
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
            isOrdered = false; // the values refuse a comparison
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
        return KeyColumn.of(codec, codes, 0, max, Validity.of(nulls, staged.rows(), lease));
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

    /** Finds out whether all values are comparable with each other, and whether they ascend in their present order. */
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

    /** Returns the items that are not null, in the order of their values. */
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
     * Assigns ranks to the items in an order, or in their present order if it is null. Equal items share a rank.
     *
     * @return whether the order is consistent: ascending, and equal by comparison only if equal by {@code equals}
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
