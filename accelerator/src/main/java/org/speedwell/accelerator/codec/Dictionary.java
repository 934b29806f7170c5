package org.speedwell.accelerator.codec;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.text.TextPattern;

/**
 * The distinct values of a column as byte sequences in ascending order, each with a key. Immutable.
 *
 * <p>The values of a load are contiguous in memory, and the key of a value is its index. A later version adds values.
 * Values after the last one receive the next keys. When a value comes between two others, the dictionary spreads all
 * keys. There is then room for many more values between them, before it has to assign the keys again.
 */
public final class Dictionary {
    /** The minimum distance between two spread keys, as a logarithm of base 2. The constant below is the maximum. */
    private static final int MIN_ROOM = 3;

    private static final int MAX_ROOM = 8;

    /**
     * The number of bytes that a search reads at once (or one value, if it is longer). They fit into the nearest CPU
     * caches.
     */
    private static final int CHUNK = 1 << 14;

    /** The most texts that a search reads at once. */
    private static final int CHUNK_TEXTS = 1 << 9;

    /** The number of loaded texts that one thread searches at a time. */
    private static final int PART = 1 << 15;

    /** The number of keys that fit into codes of at most 4 bytes. */
    private static final long MAX_KEYS = 1L << Integer.SIZE;

    private final Codes ends;
    private final Region bytes;
    private final ByteForm form;

    /** The distance between the keys of two neighbours of a load is 2<sup>shift</sup>. */
    private final int shift;

    private final AddedRuns added;

    /**
     * The {@linkplain Prefixes#sampled sampled prefixes} of the values of the load. Null before the first edit, because
     * a search needs them only then: each new value takes one.
     */
    private volatile long @Nullable [] samples;

    /** True if a text ends in a blank. Null before the first call of {@link #hasTrailingBlanks}. */
    private volatile @Nullable Boolean trailingBlanks;

    public Dictionary(Codes ends, Region bytes, ByteForm form) {
        this(ends, bytes, form, 0, AddedRuns.NONE, null);
    }

    private Dictionary(Codes ends, Region bytes, ByteForm form, int shift, AddedRuns added, long @Nullable [] samples) {
        this.ends = ends;
        this.bytes = bytes;
        this.form = form;
        this.shift = shift;
        this.added = added;
        this.samples = samples;
    }

    /** Returns whether a text ends in a blank. The first call reads all texts. */
    boolean hasTrailingBlanks() {
        Boolean known = trailingBlanks;
        if (known == null) {
            known = false;
            for (Cursor each = new Cursor(); !known && each.next(); ) {
                known = ((String) form.fromBytes(each.run())).endsWith(" ");
            }
            trailingBlanks = known;
        }
        return known;
    }

    /** Returns the end of each value in {@link #region}. Only for a dictionary without added values. */
    public Codes ends() {
        return ends;
    }

    /** Returns the bytes of all values. Only for a dictionary without added values. */
    public Region region() {
        return bytes;
    }

    public ByteForm form() {
        return form;
    }

    /** Returns whether the dictionary is as a load created it: each key is an index. */
    boolean isLoaded() {
        return shift == 0 && added.size() == 0;
    }

    public int size() {
        return loaded() + added.size();
    }

    private int loaded() {
        return ends.rows();
    }

    /** Returns a number above all keys. */
    long keys() {
        long loadedEnd = loaded() == 0 ? 0 : key(loaded() - 1) + 1;
        return added.size() == 0 ? loadedEnd : Math.max(loadedEnd, added.key(added.size() - 1) + 1);
    }

    long bytes() {
        return ends.bytes() + bytes.size() + added.bytes();
    }

    /** Returns the key of a value of the load. */
    private long key(int index) {
        return key(index, shift);
    }

    private static long key(long index, int shift) {
        return (index << shift) + (1L << shift >> 1);
    }

    /** Returns the number of values whose key is below {@code key}. For the key of a value this is its place. */
    public int rank(long key) {
        if (isLoaded()) {
            return (int) key;
        }
        long before = key - half() + (1L << shift) - 1 >> shift;
        return Math.clamp(before, 0, loaded()) + added.below(key);
    }

    Object value(long key) {
        Object value = form.fromBytes(run(key));
        Reference.reachabilityFence(this);
        return value;
    }

    /** Returns the bytes of a key's value. A key between two values has the bytes of the lower value. */
    private byte[] run(long key) {
        int index = index(key);
        int place = addedPlace(key, index);
        return place >= 0 ? added.run(place).clone() : loadedRun(index);
    }

    /** Returns the number of bytes of a key's value. */
    public int runLength(long key) {
        int index = index(key);
        int place = addedPlace(key, index);
        return place >= 0 ? added.run(place).length : length(index);
    }

    /** Copies the bytes of a key's value into an array, from index {@code at}. */
    public void copyRun(long key, byte[] target, int at) {
        int index = index(key);
        int place = addedPlace(key, index);
        if (place >= 0) {
            byte[] run = added.run(place);
            System.arraycopy(run, 0, target, at, run.length);
        } else {
            bytes.getBytes(start(index), length(index), target, at);
        }
        Reference.reachabilityFence(this);
    }

    /**
     * Returns the index of the last value of the load that is not above the value of a key; negative if there is none.
     */
    private int index(long key) {
        return (int) (Math.min(key - half(), key(loaded() - 1) - half()) >> shift);
    }

    /** Returns the place of a key's value among the added values, or −1 if the value is from the load. */
    private int addedPlace(long key, int index) {
        int place = isLoaded() || key == key(index) ? -1 : added.below(key + 1) - 1;
        return place >= 0 && (index < 0 || added.key(place) > key(index)) ? place : -1;
    }

    private long half() {
        return 1L << shift >> 1;
    }

    /** Returns the keys of values from {@code low} to {@code high}, both inclusive. */
    LongStream keys(long low, long high) {
        return LongStream.iterate(above(low - 1), key -> key <= high, this::above);
    }

    /** Returns the key of the last value that is not above {@code run}, or −1. */
    long floor(byte[] run) {
        long floor = floor(run, 0);
        Reference.reachabilityFence(this);
        return floor;
    }

    /**
     * Returns the key of the last value that is not above {@code run}, or −1.
     *
     * @param from the index of a loaded value: all loaded values before it are below {@code run}
     */
    private long floor(byte[] run, int from) {
        int low = from;
        int high = loaded() - 1;
        long[] prefixes = samples;
        if (prefixes != null) {
            long prefix = Prefixes.of(run);
            int below = Prefixes.below(prefixes, prefix);
            low = Math.max(low, (below - 1) * Prefixes.STEP);
            high = Math.min(high, Prefixes.through(prefixes, prefix, below) * Prefixes.STEP - 1);
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, run) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Math.max(high < 0 ? -1 : key(high), added.floor(run));
    }

    /**
     * Returns the key of the first value that is not below {@code run}, or a key between that value and the previous
     * one.
     *
     * @param exact true if the dictionary can contain exactly {@code run}; false if {@code run} is only the nearest
     * value below
     */
    long ceiling(byte[] run, boolean exact) {
        long floor = floor(run);
        return exact && floor >= 0 && has(floor, run) ? floor : floor + 1;
    }

    boolean contains(byte[] run) {
        return found(floor(run), run) != KeySpace.Translation.NONE;
    }

    /** Returns the key if its value is {@code run}, otherwise {@link KeySpace.Translation#NONE}. */
    private long found(long key, byte[] run) {
        return key >= 0 && has(key, run) ? key : KeySpace.Translation.NONE;
    }

    /** Returns whether the value of a key is {@code run}. */
    private boolean has(long key, byte[] run) {
        int index = (int) (key >> shift);
        boolean isSame = index < loaded() && key == key(index)
                ? compare(index, run) == 0
                : Arrays.equals(added.run(added.below(key)), run);
        Reference.reachabilityFence(this);
        return isSame;
    }

    private byte[] loadedRun(int index) {
        return bytes.getBytes(start(index), length(index));
    }

    private int length(int index) {
        return (int) (ends.get(index) - start(index));
    }

    private int compare(int index, byte[] run) {
        return bytes.compare(start(index), length(index), run);
    }

    private long start(int index) {
        return index == 0 ? 0 : ends.get(index - 1);
    }

    /** Returns the number of parts that {@link #matching} can search: the last one has the added texts. */
    public int parts() {
        return Math.ceilDiv(loaded(), PART) + 1;
    }

    /** Passes the keys of the texts in one part that match a pattern to {@code found}. */
    public void matching(TextPattern pattern, int part, LongConsumer found) {
        if (part == parts() - 1) {
            matchingAdded(pattern, found);
        } else {
            int begin = part * PART;
            matchingLoaded(pattern, begin, begin + Math.min(PART, loaded() - begin), found);
        }
        Reference.reachabilityFence(this);
    }

    private void matchingLoaded(TextPattern pattern, int begin, int stop, LongConsumer found) {
        byte[] chunk = new byte[CHUNK];
        long[] chunkEnds = new long[CHUNK_TEXTS];
        for (int first = begin, count; first < stop; first += count) {
            long start = start(first);
            int most = Math.min(CHUNK_TEXTS, stop - first);
            ends.read(first, most, -start, chunkEnds);
            count = 1;
            while (count < most && chunkEnds[count] <= CHUNK) {
                count++;
            }
            int length = (int) chunkEnds[count - 1];
            chunk = length > chunk.length ? new byte[length] : chunk;
            bytes.getBytes(start, length, chunk, 0);
            int from = first;
            pattern.matches(chunk, chunkEnds, count, text -> found.accept(key(from + text)));
        }
    }

    private void matchingAdded(TextPattern pattern, LongConsumer found) {
        for (int place = 0; place < added.size(); place++) {
            byte[] run = added.run(place);
            if (pattern.matches(run, 0, run.length)) {
                found.accept(added.key(place));
            }
        }
    }

    /** A cursor over all values in order. For one thread. */
    private final class Cursor {
        private int nextIndex;
        private int nextPlace;
        private boolean isAdded;

        /** Moves to the next value; returns false if there is none. */
        boolean next() {
            if (nextIndex == loaded() && nextPlace == added.size()) {
                Reference.reachabilityFence(Dictionary.this);
                return false;
            }
            isAdded = nextIndex == loaded() || nextPlace < added.size() && added.key(nextPlace) < key(nextIndex);
            if (isAdded) {
                nextPlace++;
            } else {
                nextIndex++;
            }
            return true;
        }

        byte[] run() {
            return isAdded ? added.run(nextPlace - 1) : loadedRun(nextIndex - 1);
        }

        int length() {
            return isAdded ? added.run(nextPlace - 1).length : Dictionary.this.length(nextIndex - 1);
        }
    }

    /** A writer of contiguous values in their order. */
    private static final class Writer {
        private final Region room;
        private final Codes ends;
        private int size;
        private long end;

        Writer(Lease lease, int size, long bytes) {
            this.room = lease.allocate(bytes);
            this.ends = Codes.allocate(lease, size, bytes);
        }

        void append(byte[] run) {
            room.putBytes(end, run, 0, run.length);
            end += run.length;
            ends.set(size++, end);
        }

        Dictionary dictionary(ByteForm form) {
            return new Dictionary(ends, room, form);
        }
    }

    /** Returns the total number of bytes of the values at some ranks. */
    long bytesOf(BitSet ranks) {
        long sum = 0;
        Cursor each = new Cursor();
        for (int rank = 0; each.next(); rank++) {
            sum += ranks.get(rank) ? each.length() : 0;
        }
        return sum;
    }

    /** Returns a dictionary of the values at some ranks, as if a load had read only them. */
    Dictionary only(BitSet ranks, Lease lease) {
        Writer writer = new Writer(lease, ranks.cardinality(), bytesOf(ranks));
        Cursor each = new Cursor();
        for (int rank = 0; each.next(); rank++) {
            if (ranks.get(rank)) {
                writer.append(each.run());
            }
        }
        return writer.dictionary(form);
    }

    /** Returns the number of bytes of the added values, which are on the heap. */
    long heapBytes() {
        return added.bytes();
    }

    /**
     * A dictionary with added values.
     *
     * @param first translates the keys of the old dictionary, and keeps their order
     * @param second the new key of each value of the other dictionary, by its place there
     */
    @SuppressWarnings("ArrayRecordComponent") // records of this type are never compared
    record Growth(Dictionary dictionary, KeySpace.Translation first, long[] second) {}

    /**
     * Returns a dictionary with the values of this one and of another.
     *
     * @param likely the key that each value of the other dictionary probably has here, or −1, by its place there; null
     * if unknown
     */
    Growth with(Dictionary other, long @Nullable [] likely, MemoryBudget budget) {
        if (samples == null) {
            samples = Prefixes.sampled(ends, bytes);
        }
        long[] keys = new long[other.size()];
        List<byte[]> missing = new ArrayList<>();
        long[] floors = new long[keys.length];
        long floor = -1;
        Cursor each = other.new Cursor();
        for (int place = 0; each.next(); place++) {
            byte[] run = each.run();
            if (likely != null && likely[place] >= 0 && has(likely[place], run)) {
                floor = likely[place];
                keys[place] = floor;
            } else {
                floor = floor(run, floor < 0 ? 0 : (int) (floor >> shift));
                keys[place] = found(floor, run);
                if (keys[place] == KeySpace.Translation.NONE) {
                    floors[missing.size()] = floor;
                    missing.add(run);
                }
            }
        }
        Reference.reachabilityFence(this);
        return missing.isEmpty()
                ? new Growth(this, KeySpace.Translation.IDENTITY, keys)
                : with(missing, Arrays.copyOf(floors, missing.size()), keys, budget);
    }

    /**
     * Returns the key of each value of another dictionary, by its place there, or {@link KeySpace.Translation#NONE}.
     */
    long[] find(Dictionary other) {
        long[] keys = new long[other.size()];
        Cursor each = other.new Cursor();
        for (int place = 0; each.next(); place++) {
            byte[] run = each.run();
            keys[place] = found(floor(run), run);
        }
        return keys;
    }

    /**
     * Returns a dictionary with values that this one does not contain.
     *
     * @param floors the key of the value before each missing value
     * @param keys receives the keys of the missing values
     */
    private Growth with(List<byte[]> missing, long[] floors, long[] keys, MemoryBudget budget) {
        if (shift > 0 || floors[0] == keys() - 1) {
            return grown(missing, floors, keys, KeySpace.Translation.IDENTITY, budget);
        }
        int room = room(size() + missing.size());
        KeySpace.Translation spread = key -> key < 0 ? key : key(key, room);
        Arrays.setAll(floors, i -> spread.of(floors[i]));
        Arrays.setAll(keys, i -> spread.of(keys[i]));
        return new Dictionary(ends, bytes, form, room, added.translated(spread), samples)
                .grown(missing, floors, keys, spread, budget);
    }

    /**
     * Returns a dictionary with the missing values if there are keys for them, and assigns all keys again otherwise.
     *
     * @param first the translation from the original keys to the keys of this dictionary
     */
    private Growth grown(
            List<byte[]> missing, long[] floors, long[] keys, KeySpace.Translation first, MemoryBudget budget) {
        long[] more = new long[floors.length];
        for (int i = 0; i < more.length; ) {
            int end = i + 1;
            while (end < more.length && floors[end] == floors[i]) {
                end++;
            }
            if (!assignKeys(floors[i], more, i, end)) {
                return rebuild(missing, floors, keys, first, budget);
            }
            i = end;
        }
        complete(keys, more);
        return new Growth(new Dictionary(ends, bytes, form, shift, added.with(more, missing), samples), first, keys);
    }

    /**
     * Assigns keys to values that all follow the same value.
     *
     * @return whether there is room
     */
    private boolean assignKeys(long floor, long[] more, int from, int to) {
        long ceiling = above(floor);
        long step = 1L << shift;
        int count = to - from;
        boolean isLast = ceiling == Long.MAX_VALUE;
        if (isLast ? floor + count * step >= MAX_KEYS : ceiling - floor <= count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            more[from + i] = floor + (isLast ? (i + 1) * step : (ceiling - floor) * (i + 1) / (count + 1));
        }
        return true;
    }

    /** Returns the next key above {@code key} that has a value, or {@code Long.MAX_VALUE}. */
    private long above(long key) {
        long index = key < 0 ? 0 : (key - half() >> shift) + 1;
        int place = added.below(key + 1);
        return Math.min(
                index < loaded() ? key((int) index) : Long.MAX_VALUE,
                place < added.size() ? added.key(place) : Long.MAX_VALUE);
    }

    private static void complete(long[] keys, long[] more) {
        int next = 0;
        for (int place = 0; place < keys.length; place++) {
            if (keys[place] == KeySpace.Translation.NONE) {
                keys[place] = more[next++];
            }
        }
    }

    /** Returns a dictionary in which all keys are assigned again, with room between them. */
    private Growth rebuild(
            List<byte[]> missing, long[] floors, long[] keys, KeySpace.Translation first, MemoryBudget budget) {
        Dictionary all = merged(missing, floors, new Lease(budget));
        int room = room(all.size());
        KeySpace.Translation again = key -> {
            if (key < 0) {
                return key;
            }
            int found = Arrays.binarySearch(floors, key);
            int before = found < 0 ? -1 - found : found;
            while (before > 0 && floors[before - 1] == key) {
                before--; // values after the value itself do not count
            }
            return key(rank(key) + before, room);
        };
        long[] more = new long[floors.length];
        Arrays.setAll(more, i -> key(placeAfter(floors[i]) + i, room));
        Arrays.setAll(keys, i -> again.of(keys[i]));
        complete(keys, more);
        return new Growth(
                new Dictionary(all.ends, all.bytes, form, room, AddedRuns.NONE, null),
                first.isIdentity() ? again : key -> again.of(first.of(key)),
                keys);
    }

    /**
     * Returns the logarithm of the distance between the keys of {@code size} values. It uses the spare bits of the code
     * width, up to a useful limit.
     */
    private static int room(int size) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
        for (int width = Byte.SIZE; width < Integer.SIZE; width *= 2) {
            if (width - bits >= MIN_ROOM) {
                return Math.min(width - bits, MIN_ROOM + 1);
            }
        }
        return Math.clamp(Integer.SIZE - bits, 1, MAX_ROOM);
    }

    /** Returns a dictionary of these values and others, as if a load had read all of them. */
    private Dictionary merged(List<byte[]> others, long[] floors, Lease lease) {
        long length = bytes.size()
                + added.bytes()
                + others.stream().mapToLong(run -> run.length).sum();
        Writer writer = new Writer(lease, size() + others.size(), length);
        int next = 0;
        Cursor each = new Cursor();
        for (int place = 0; each.next(); place++) {
            while (next < floors.length && placeAfter(floors[next]) <= place) {
                writer.append(others.get(next++));
            }
            writer.append(each.run());
        }
        while (next < floors.length) {
            writer.append(others.get(next++));
        }
        return writer.dictionary(form);
    }

    /** Returns the place after the value of a key; 0 for a negative key. */
    private int placeAfter(long floor) {
        return floor < 0 ? 0 : rank(floor) + 1;
    }
}
