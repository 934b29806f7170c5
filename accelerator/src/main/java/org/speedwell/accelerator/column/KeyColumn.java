package org.speedwell.accelerator.column;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.ByteForm;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.codec.Dictionary;
import org.speedwell.accelerator.codec.FloatingCodec;
import org.speedwell.accelerator.codec.IntegralCodec;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeyList;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.codec.MappedCodec;
import org.speedwell.accelerator.codec.TextCodec;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.text.TextPattern;

/**
 * A column of keys. The key of a row is {@code base + code}, and the codes have the smallest width that holds them. The
 * codec defines the meaning of a key. The key of a NULL row is undefined.
 */
public abstract sealed class KeyColumn extends Column
        permits KeysByWidth.Constant, KeysByWidth.OfOne, KeysByWidth.OfTwo, KeysByWidth.OfFour, KeysByWidth.OfEight {
    /** The largest span of keys for which the column caches the values on the heap. */
    private static final int MAX_VALUES = 1 << 12;

    /**
     * The largest number of bits per text in the bitmap of {@link #matching}. Once versions have added texts, the keys
     * have gaps.
     */
    private static final long MAX_BITS_A_TEXT = 16;

    private final KeyCodec codec;
    private final Codes codes;
    private final long base;
    private final long min;
    private final long max;

    /** True if the keys are the values themselves, as for whole numbers. */
    private final boolean whole;

    /** True if no row of this version or an earlier one had a value. */
    private final boolean empty;

    /** The zone map of all versions with the same base. */
    private ZoneMap zones = new ZoneMap();

    /** True if the column caches its values, because the span is small and values can be shared. */
    private final boolean isCached;

    /**
     * The cached values by key, from the smallest key on. The first use of a value creates it. Null before the first
     * use of any value, so that a version that nothing reads takes no memory.
     */
    private @Nullable Object @Nullable [] values;

    /**
     * The content of a column.
     *
     * @param empty true if no row of this version or an earlier one had a value
     */
    record Content(
            KeyCodec codec,
            KeyList keys,
            long min,
            long max,
            @Nullable Validity validity,
            boolean empty) {}

    KeyColumn(Content content) {
        super(content.keys().size(), content.validity());
        empty = content.empty();
        codec = content.codec();
        whole = codec.isWhole();
        codes = content.keys().codes();
        base = content.keys().base();
        min = content.min();
        max = content.max();
        isCached = codec.isShareable() && max - min >= 0 && max - min < MAX_VALUES;
    }

    /**
     * Creates a column.
     *
     * @param min a lower bound of the keys; 0 if no row has a value
     * @param max an upper bound of the keys; 0 if no row has a value
     * @param validity the rows that have a value; null if all have one
     */
    public static KeyColumn of(KeyCodec codec, KeyList keys, long min, long max, @Nullable Validity validity) {
        int nulls = validity == null ? 0 : validity.nulls();
        return KeysByWidth.column(new Content(codec, keys, min, max, validity, keys.size() == nulls));
    }

    /** Returns the key space of the column, which gives the keys their meaning. */
    public KeySpace space() {
        return new KeySpace(codec);
    }

    /**
     * Returns the union of this column's key space with the space of new values. Often most of the new values are
     * present. Therefore the union first tries the keys that the changed rows have now.
     *
     * @param changed for each row of {@code values}, the row of this column that it changes
     */
    public KeySpace.Union union(int[] changed, KeyColumn values, MemoryBudget budget) {
        long[] likely = null;
        if (codec instanceof TextCodec && values.codec instanceof TextCodec theirs && !space().isSame(values.space())) {
            likely = new long[theirs.dictionary().size()];
            Arrays.fill(likely, -1);
            for (int place = 0; place < changed.length; place++) {
                if (changed[place] < rows() && !isNull(changed[place]) && !values.isNull(place)) {
                    likely[theirs.dictionary().rank(values.key(place))] = key(changed[place]);
                }
            }
        }
        return space().union(values.space(), likely, budget);
    }

    /**
     * Returns the same values with the keys of a union whose first space is this column's. Returns this column if the
     * keys are the same.
     */
    public KeyColumn translated(KeySpace.Union union, MemoryBudget budget) {
        KeyCodec to = union.space().codec();
        if (union.first().isIdentity()) {
            return to.equals(codec) ? this : with(to, codes);
        }
        long low = empty ? 0 : union.first().of(min);
        long high = empty ? 0 : union.first().of(max);
        return copied(to, union.first(), rows(), low, high, validity(), empty, budget);
    }

    /** Returns a column with another codec, under which each code has the same meaning. */
    private KeyColumn with(KeyCodec to, Codes equal) {
        KeyColumn same = KeysByWidth.column(new Content(to, new KeyList(base, equal), min, max, validity(), empty));
        same.values = values;
        same.zones = zones;
        return same;
    }

    /** Returns whether the codes are so scattered in memory that {@link #defragmented} is worth its cost. */
    public boolean isScattered() {
        return codes.blocks().isScattered();
    }

    /**
     * Copies the keys into contiguous memory, and returns them as a later version. Many edits scatter the keys, which
     * makes scans slow.
     *
     * @param isWanted polled during the copy
     * @return null if {@code isWanted} returned false, or the budget has no room
     */
    public @Nullable KeyColumn defragmented(MemoryBudget budget, BooleanSupplier isWanted) {
        Codes defragmented = codes.defragmented(budget, isWanted);
        if (defragmented == null) {
            return null;
        }
        return with(codec, defragmented);
    }

    /** Returns whether this column and another share their codes and base, and so have the same keys. */
    public boolean hasKeysOf(KeyColumn other) {
        return codes == other.codes && base == other.base;
    }

    /**
     * Returns a column with translated keys in new codes.
     *
     * @param to the codec of the translated keys
     * @param low the smallest translated key
     * @param high the greatest translated key
     */
    private KeyColumn copied(
            KeyCodec to,
            KeySpace.Translation translation,
            int newRows,
            long low,
            long high,
            @Nullable Validity nextValidity,
            boolean nextEmpty,
            MemoryBudget budget) {
        KeyList copy = KeyList.allocate(new Lease(budget), newRows, low, high);
        for (int row = 0; !empty && row < rows(); row++) {
            if (!isNull(row)) {
                copy.set(row, translation.of(key(row)));
            }
        }
        return KeysByWidth.column(new Content(to, copy, low, high, nextValidity, nextEmpty));
    }

    /**
     * Returns the changes that give some rows the values of another column.
     *
     * @param rows for each row of the other column, the row of this one that it replaces or adds; ascending
     * @param translation from the keys of the other column to those of this one
     * @param cleared deleted rows, ascending; they are no longer NULL
     */
    public KeyChanges changes(int[] rows, KeyColumn values, KeySpace.Translation translation, int[] cleared) {
        return changes(rows, values::isNull, place -> translation.of(values.key(place)), cleared);
    }

    /**
     * Returns the changes that give existing and new rows other keys or NULL.
     *
     * @param rows ascending
     * @param isNullAt returns whether a row becomes NULL, by index in {@code rows}
     * @param keyAt returns the key of a row, by index in {@code rows}
     * @param cleared deleted rows, ascending; they are no longer NULL
     */
    public KeyChanges changes(int[] rows, IntPredicate isNullAt, IntToLongFunction keyAt, int[] cleared) {
        int[] changed = new int[rows.length + cleared.length];
        long[] keys = new long[changed.length];
        BitSet nulls = new BitSet();
        BitSet gone = new BitSet();
        int size = 0;
        int next = 0;
        for (int place = 0; place <= rows.length; place++) {
            int row = place < rows.length ? rows[place] : Integer.MAX_VALUE;
            for (; next < cleared.length && cleared[next] < row; next++) {
                if (isNull(cleared[next])) {
                    gone.set(size);
                    changed[size++] = cleared[next];
                }
            }
            if (place < rows.length) {
                boolean isNull = isNullAt.test(place);
                long key = isNull ? min : keyAt.applyAsLong(place);
                if (row >= rows() || isNull != isNull(row) || !isNull && key != key(row)) {
                    nulls.set(size, isNull);
                    keys[size] = key;
                    changed[size++] = row;
                }
            }
        }
        return new KeyChanges(Arrays.copyOf(changed, size), Arrays.copyOf(keys, size), nulls, gone);
    }

    /**
     * Returns a later version of this column with the given changes. The version shares unchanged blocks of codes. If a
     * key does not fit the width of the codes, the method copies all of them. Afterwards {@link #min} and {@link #max}
     * are bounds of the keys, and no row needs to have them.
     *
     * @param changes keys of the same codec
     * @param budget the budget that counts the copied memory
     */
    public KeyColumn edit(KeyChanges changes, int newRows, MemoryBudget budget) {
        if (changes.size() == 0 && newRows == rows()) {
            return this;
        }
        Validity nextValidity = Validity.edit(validity(), rows(), changes, newRows, budget);
        long low = empty ? Long.MAX_VALUE : min;
        long high = empty ? Long.MIN_VALUE : max;
        for (int place = 0; place < changes.size(); place++) {
            if (changes.hasKey(place)) {
                low = Math.min(low, changes.key(place));
                high = Math.max(high, changes.key(place));
            }
        }
        boolean nextEmpty = low > high;
        if (nextEmpty) {
            low = 0;
            high = 0;
        }
        KeyColumn next;
        if (!empty && fits(low, high)) {
            KeyList edited = new KeyList(base, codes.edit(changes.rows(), newRows, high - base, budget));
            next = KeysByWidth.column(new Content(codec, edited, low, high, nextValidity, false));
            next.values = low == min && high == max ? values : null;
        } else {
            next = copied(codec, KeySpace.Translation.IDENTITY, newRows, low, high, nextValidity, nextEmpty, budget);
        }
        for (int place = 0; place < changes.size(); place++) {
            if (changes.hasKey(place)) {
                next.codes.set(changes.row(place), changes.key(place) - next.base);
            }
        }
        if (next.base == base) {
            next.zones = zones;
            zones.edit(codes, next.codes, changes);
        }
        return next;
    }

    @Override
    public KeyColumn picked(int[] rows, Lease lease) {
        return picked(rows, space().packed(lease), lease);
    }

    @Override
    public KeyColumn compacted(int[] rows, Lease lease) {
        KeySpace space = space();
        return space.hasDictionary() ? picked(rows, space.compacted(places(rows), lease), lease) : picked(rows, lease);
    }

    /** Returns the number of bytes of dictionary values that none of the rows has. */
    @Override
    public long unusedBytes(int[] rows) {
        KeySpace space = space();
        return space.hasDictionary() ? Math.max(0, codec.bytes() - space.bytesOf(places(rows))) : 0;
    }

    /** Returns the dictionary places of the values of some rows. */
    private BitSet places(int[] rows) {
        KeySpace space = space();
        BitSet places = new BitSet();
        for (int row : rows) {
            if (!isNull(row)) {
                places.set(space.place(key(row)));
            }
        }
        return places;
    }

    @Override
    public long heapBytes() {
        return codec.heapBytes();
    }

    /** Returns the keys of some rows, in the given order and in the key space of this column. */
    public KeyColumn keysOf(int[] rows, Lease lease) {
        return picked(rows, new KeySpace.Packed(codec, KeySpace.Translation.IDENTITY), lease);
    }

    private KeyColumn picked(int[] rows, KeySpace.Packed packed, Lease lease) {
        long[] keys = new long[rows.length];
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        BitSet nulls = new BitSet();
        for (int place = 0; place < rows.length; place++) {
            if (isNull(rows[place])) {
                nulls.set(place);
            } else {
                keys[place] = packed.translation().of(key(rows[place]));
                low = Math.min(low, keys[place]);
                high = Math.max(high, keys[place]);
            }
        }
        if (low > high) {
            low = 0;
            high = 0;
        }
        KeyList picked = KeyList.allocate(lease, rows.length, low, high);
        for (int place = 0; place < rows.length; place++) {
            if (!nulls.get(place)) {
                picked.set(place, keys[place]);
            }
        }
        return of(packed.codec(), picked, low, high, Validity.of(nulls, rows.length, lease));
    }

    /**
     * Returns whether the codes can hold these keys over the present base. Codes of 8 bytes are the keys themselves.
     */
    private boolean fits(long low, long high) {
        return codes.width() == Long.BYTES || base <= low && high - base >= 0 && high - base <= Codes.MAX_OFFSET;
    }

    /**
     * Creates a column of computed keys.
     *
     * @param keys returns the key of a row; never negative
     * @param max an upper bound of the keys
     * @param validity the rows that have a key; null if all have one
     */
    public static KeyColumn of(IntToLongFunction keys, int rows, long max, @Nullable Validity validity, Lease lease) {
        KeyList list = KeyList.allocate(lease, rows, 0, max);
        for (int row = 0; row < rows; row++) {
            if (validity == null || validity.isValid(row)) {
                list.set(row, keys.applyAsLong(row));
            }
        }
        return of(IntegralCodec.LONG, list, 0, max, validity);
    }

    public KeyCodec codec() {
        return codec;
    }

    /** Returns the values as bytes if they are texts or binary values in a dictionary. Otherwise returns null. */
    public @Nullable ByteRuns runs() {
        return codec instanceof TextCodec(Dictionary dictionary, ByteForm form)
                        && (form instanceof ByteForm.Text || form instanceof ByteForm.Binary)
                ? new Runs(dictionary, form instanceof ByteForm.Text)
                : null;
    }

    /**
     * Returns a search for the keys of the texts that match a pattern. Null if the column has no texts, or a bitmap by
     * code would be much larger than the dictionary.
     */
    public @Nullable MatchingKeys matching(TextPattern pattern) {
        if (empty
                || !(codec instanceof TextCodec(Dictionary dictionary, ByteForm.Text _))
                || max - min >= MAX_BITS_A_TEXT * dictionary.size()) {
            return null;
        }
        return new MatchingKeys(this, dictionary.parts(), (part, found) -> dictionary.matching(pattern, part, found));
    }

    private final class Runs implements ByteRuns {
        private final Dictionary dictionary;
        private final boolean isText;

        Runs(Dictionary dictionary, boolean isText) {
            this.dictionary = dictionary;
            this.isText = isText;
        }

        @Override
        public boolean isText() {
            return isText;
        }

        @Override
        public int length(int row) {
            return dictionary.runLength(key(row));
        }

        @Override
        public void copy(int row, byte[] target, int at) {
            dictionary.copyRun(key(row), target, at);
        }
    }

    public Codes codes() {
        return codes;
    }

    long base() {
        return base;
    }

    /** Returns whether no row has a value, in this version or an earlier one. Then the column has no key at all. */
    public boolean isEmpty() {
        return empty;
    }

    /** Returns a lower bound of the keys. 0 if the column is empty. */
    public long min() {
        return min;
    }

    /** Returns an upper bound of the keys. 0 if the column is empty. */
    public long max() {
        return max;
    }

    public final long key(int row) {
        return base + codes.get(row);
    }

    /** Returns the same as {@link #key}, for compiled code that sees columns of one class. */
    private long keyOfClass(int row) {
        return base + code(codes, row);
    }

    /** Returns the code of a row by a read of this class's width. */
    abstract long code(Codes of, int row);

    /**
     * Reads the keys of many rows at once.
     *
     * @param rows in any order
     * @param count the number of rows to read
     * @param into receives the keys, from index 0 on
     */
    public void keys(int[] rows, int count, long[] into) {
        codes.read(rows, count, base, into);
    }

    /** Reads the keys of {@code count} consecutive rows, from row {@code first} on. */
    public void keys(int first, int count, long[] into) {
        codes.read(first, count, base, into);
    }

    /** Returns the code of a key from {@link #min()} to {@link #max()}. */
    public long code(long key) {
        return key - base;
    }

    /** Returns the zone map, which holds the smallest and greatest code of each zone over all versions. */
    public ZoneMap zones() {
        zones.read(codes);
        return zones;
    }

    @Override
    boolean sharesValues(Column other, int row) {
        return other instanceof KeyColumn version && base == version.base && codes.isShared(version.codes, row);
    }

    @Override
    boolean hasValue(int row, Column other, int otherRow) {
        return other instanceof KeyColumn keys && codec.equals(keys.codec)
                ? key(row) == keys.key(otherRow)
                : super.hasValue(row, other, otherRow);
    }

    @Override
    public long bytes() {
        return codes.bytes() + (validity() == null ? 0 : validity().bytes()) + codec.bytes();
    }

    @Override
    public String encoding() {
        String width = codes.width() == 0 ? "one value" : codes.width() + "-byte codes";
        return codec instanceof TextCodec || codec instanceof MappedCodec ? width + ", dictionary" : width;
    }

    @Override
    public long longAt(int row) {
        return whole ? keyOfClass(row) : super.longAt(row);
    }

    @Override
    public double doubleAt(int row) {
        return codec instanceof FloatingCodec floating ? floating.doubleValue(keyOfClass(row)) : super.doubleAt(row);
    }

    @Override
    Object value(int row) {
        long key = keyOfClass(row);
        return isCached ? cached(key) : codec.value(key);
    }

    private Object cached(long key) {
        @Nullable Object[] all = values;
        Object value = all == null ? null : all[(int) (key - min)];
        return value == null ? cache(key) : value;
    }

    /** Creates and caches a value. The races are benign: threads may create a value, or the array, twice. */
    private Object cache(long key) {
        @Nullable Object[] all = values;
        if (all == null) {
            all = new Object[(int) (max - min) + 1];
            values = all;
        }
        Object value = codec.value(key);
        all[(int) (key - min)] = value;
        return value;
    }
}
