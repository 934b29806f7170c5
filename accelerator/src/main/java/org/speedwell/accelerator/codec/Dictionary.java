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
 * The distinct values of a column as byte runs in ascending order, each with a key. As they are loaded they lie one behind the
 * other, and the key is the place. A later version adds others: those that come last have the next keys; once one comes
 * between two, all keys are spread, so that there is room between them for many more before they are given out anew. Immutable.
 */
public final class Dictionary {
    /** Between two keys that were spread there is room for so many, as a logarithm. */
    private static final int LEAST_ROOM = 3;

    private static final int MOST_ROOM = 8;

    /** So many bytes are looked through at once, or one value: they stay in the nearest caches. */
    private static final int CHUNK = 1 << 14;

    /** The most keys that codes of less than 8 bytes tell. */
    private static final long MAX_KEYS = 1L << Integer.SIZE;

    private final Codes ends;
    private final Region bytes;
    private final ByteForm form;

    /** From the key of a loaded value to the next one there are 2<sup>shift</sup>. */
    private final int shift;

    private final AddedRuns added;

    /** True if a text ends in a blank. Null before the first call of {@link #hasTrailingBlanks}. */
    private volatile @Nullable Boolean trailingBlanks;

    public Dictionary(Codes ends, Region bytes, ByteForm form) {
        this(ends, bytes, form, 0, AddedRuns.NONE);
    }

    private Dictionary(Codes ends, Region bytes, ByteForm form, int shift, AddedRuns added) {
        this.ends = ends;
        this.bytes = bytes;
        this.form = form;
        this.shift = shift;
        this.added = added;
    }

    /** Tells whether a text ends in a blank. The first call looks at all texts. */
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

    /** Of one as it was loaded. */
    public Codes ends() {
        return ends;
    }

    /** Of one as it was loaded. */
    public Region region() {
        return bytes;
    }

    public ByteForm form() {
        return form;
    }

    /** Whether it is as it was loaded. */
    boolean isLoaded() {
        return shift == 0 && added.size() == 0;
    }

    public int size() {
        return loaded() + added.size();
    }

    private int loaded() {
        return ends.rows();
    }

    /** All keys are below it. */
    long keys() {
        long loadedEnd = loaded() == 0 ? 0 : key(loaded() - 1) + 1;
        return added.size() == 0 ? loadedEnd : Math.max(loadedEnd, added.key(added.size() - 1) + 1);
    }

    long bytes() {
        return ends.bytes() + bytes.size() + added.bytes();
    }

    /** The key of a value that was loaded. */
    private long key(int index) {
        return key(index, shift);
    }

    private static long key(long index, int shift) {
        return (index << shift) + (1L << shift >> 1);
    }

    /** How many values have a key below the given one: of one that has it, the place. */
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

    /** Of a key between two that is that of the one below. */
    private byte[] run(long key) {
        int index = index(key);
        int place = addedPlace(key, index);
        return place >= 0 ? added.run(place).clone() : loadedRun(index);
    }

    /** How many bytes the value of a key has. */
    public int runLength(long key) {
        int index = index(key);
        int place = addedPlace(key, index);
        return place >= 0 ? added.run(place).length : length(index);
    }

    /** Copies the bytes of a key's value to a place of an array. */
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

    /** The last value that was loaded and is not above that of a key, or a negative number. */
    private int index(long key) {
        return (int) (Math.min(key - half(), key(loaded() - 1) - half()) >> shift);
    }

    /** The place of a key's value among those added, or −1 where it was loaded. */
    private int addedPlace(long key, int index) {
        int place = isLoaded() || key == key(index) ? -1 : added.below(key + 1) - 1;
        return place >= 0 && (index < 0 || added.key(place) > key(index)) ? place : -1;
    }

    private long half() {
        return 1L << shift >> 1;
    }

    /** Those from one to another. */
    LongStream keys(long low, long high) {
        return LongStream.iterate(above(low - 1), key -> key <= high, this::above);
    }

    /** The key of the last value that is not above the given one, or −1. */
    long floor(byte[] run) {
        long floor = floor(run, 0);
        Reference.reachabilityFence(this);
        return floor;
    }

    /** @param from values before it are known to be below the given one */
    private long floor(byte[] run, int from) {
        int low = from;
        int high = loaded() - 1;
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
     * The key of the first value that is not below the given one, or one between it and that of the value before.
     *
     * @param exact whether the value itself can be here, not only one just below it
     */
    long ceiling(byte[] run, boolean exact) {
        long floor = floor(run);
        return exact && floor >= 0 && has(floor, run) ? floor : floor + 1;
    }

    boolean contains(byte[] run) {
        return found(floor(run), run) != KeySpace.Translation.NONE;
    }

    /** Returns the key if its value is this one, else {@link KeySpace.Translation#NONE}. */
    private long found(long key, byte[] run) {
        return key >= 0 && has(key, run) ? key : KeySpace.Translation.NONE;
    }

    /** Whether a key's value is this one. */
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

    /** Tells the keys of the texts that match a pattern, those that were loaded first. */
    public void matching(TextPattern pattern, LongConsumer found) {
        byte[] chunk = new byte[CHUNK];
        int[] chunkEnds = new int[CHUNK];
        for (int first = 0, count; first < loaded(); first += count) {
            long start = start(first);
            count = 0;
            while (count < CHUNK
                    && first + count < loaded()
                    && (count == 0 || ends.get(first + count) - start <= CHUNK)) {
                chunkEnds[count] = (int) (ends.get(first + count) - start);
                count++;
            }
            int length = chunkEnds[count - 1];
            chunk = length > chunk.length ? new byte[length] : chunk;
            bytes.getBytes(start, length, chunk, 0);
            int from = first;
            pattern.matches(chunk, chunkEnds, count, text -> found.accept(key(from + text)));
        }
        for (int place = 0; place < added.size(); place++) {
            byte[] run = added.run(place);
            if (pattern.matches(run, 0, run.length)) {
                found.accept(added.key(place));
            }
        }
        Reference.reachabilityFence(this);
    }

    /** Walks through all values in order. For one thread. */
    private final class Cursor {
        private int nextIndex;
        private int nextPlace;
        private boolean isAdded;

        /** Goes to the next value, if there is one. */
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

    /** Writes values one behind the other, in their order. */
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

    /** Returns the bytes of the values of some ranks. */
    long bytesOf(BitSet ranks) {
        long sum = 0;
        Cursor each = new Cursor();
        for (int rank = 0; each.next(); rank++) {
            sum += ranks.get(rank) ? each.length() : 0;
        }
        return sum;
    }

    /** Returns a dictionary of the values of some ranks, as if they alone had been loaded. */
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

    /** Returns the bytes of the values that were added: they are on the heap. */
    long heapBytes() {
        return added.bytes();
    }

    /**
     * One that has more.
     *
     * @param first from the keys of this one; it keeps their order
     * @param second by place in the other its keys
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Growth(Dictionary dictionary, KeySpace.Translation first, long[] second) {}

    /**
     * The values of this one and of another.
     *
     * @param likely by place in the other the key that the value is likely to have, or −1
     */
    Growth with(Dictionary other, long @Nullable [] likely, MemoryBudget budget) {
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

    /** By place in another the keys of its values, or {@link KeySpace.Translation#NONE}. */
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
     * With values that it has not.
     *
     * @param floors the keys behind which they come
     * @param keys is completed
     */
    private Growth with(List<byte[]> missing, long[] floors, long[] keys, MemoryBudget budget) {
        if (shift > 0 || floors[0] == keys() - 1) {
            return grown(missing, floors, keys, KeySpace.Translation.IDENTITY, budget);
        }
        int room = room(size() + missing.size());
        KeySpace.Translation spread = key -> key < 0 ? key : key(key, room);
        Arrays.setAll(floors, i -> spread.of(floors[i]));
        Arrays.setAll(keys, i -> spread.of(keys[i]));
        return new Dictionary(ends, bytes, form, room, added.translated(spread))
                .grown(missing, floors, keys, spread, budget);
    }

    /** @param first to the keys of this one */
    private Growth grown(
            List<byte[]> missing, long[] floors, long[] keys, KeySpace.Translation first, MemoryBudget budget) {
        long[] more = new long[floors.length];
        for (int i = 0; i < more.length; ) {
            int end = i + 1;
            while (end < more.length && floors[end] == floors[i]) {
                end++;
            }
            if (!giveKeys(floors[i], more, i, end)) {
                return anew(missing, floors, keys, first, budget);
            }
            i = end;
        }
        complete(keys, more);
        return new Growth(new Dictionary(ends, bytes, form, shift, added.with(more, missing)), first, keys);
    }

    /**
     * Gives keys to values that come behind the same one.
     *
     * @return whether there is room
     */
    private boolean giveKeys(long floor, long[] more, int from, int to) {
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

    /** The next key above one, or {@code Long.MAX_VALUE}. */
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

    /** All keys are given out anew, with room between them. */
    private Growth anew(
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
                before--; // those behind the value itself do not count
            }
            return key(rank(key) + before, room);
        };
        long[] more = new long[floors.length];
        Arrays.setAll(more, i -> key(behind(floors[i]) + i, room));
        Arrays.setAll(keys, i -> again.of(keys[i]));
        complete(keys, more);
        return new Growth(
                new Dictionary(all.ends, all.bytes, form, room, AddedRuns.NONE),
                first.isIdentity() ? again : key -> again.of(first.of(key)),
                keys);
    }

    /** How far keys of so many values are spread: as far as their codes need no wider, and not beyond what is of use. */
    private static int room(int size) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
        for (int width = Byte.SIZE; width < Integer.SIZE; width *= 2) {
            if (width - bits >= LEAST_ROOM) {
                return Math.min(width - bits, LEAST_ROOM + 1);
            }
        }
        return Math.clamp(Integer.SIZE - bits, 1, MOST_ROOM);
    }

    /** These values and others, as if all had been loaded. */
    private Dictionary merged(List<byte[]> others, long[] floors, Lease lease) {
        long length = bytes.size()
                + added.bytes()
                + others.stream().mapToLong(run -> run.length).sum();
        Writer writer = new Writer(lease, size() + others.size(), length);
        int next = 0;
        Cursor each = new Cursor();
        for (int place = 0; each.next(); place++) {
            while (next < floors.length && behind(floors[next]) <= place) {
                writer.append(others.get(next++));
            }
            writer.append(each.run());
        }
        while (next < floors.length) {
            writer.append(others.get(next++));
        }
        return writer.dictionary(form);
    }

    /** Returns the place of a value that comes behind that of a key; a negative key stands before all. */
    private int behind(long floor) {
        return floor < 0 ? 0 : rank(floor) + 1;
    }
}
