package org.speedwell.accelerator.codec;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * What the keys of columns mean, apart from any column: the same number is the same value wherever two columns, or two parts
 * or versions of one, share a space. Keys of one space are translated to another, and two spaces of one kind have a union
 * that holds the values of both in their order. Immutable and thread-safe.
 */
public record KeySpace(KeyCodec codec) {

    /** From the keys of one space to those of another. */
    @FunctionalInterface
    public interface Translation {
        /** Stands for a value that the other space does not have. */
        long NONE = Long.MIN_VALUE;

        Translation IDENTITY = key -> key;

        /** The key of the same value, or {@link #NONE}. */
        long of(long key);

        /** Whether all keys stay as they are, {@link #NONE} itself among them. */
        @SuppressWarnings("ReferenceEquality") // there is one
        default boolean isIdentity() {
            return this == IDENTITY;
        }
    }

    /**
     * A space that has the values of two.
     *
     * @param first from the keys of the one; it keeps their order
     * @param second from the keys of the other
     */
    public record Union(KeySpace space, Translation first, Translation second) {}

    /** To the keys of another space whose values are of the same class. */
    public Translation to(KeySpace other) {
        if (isSame(other)) {
            return Translation.IDENTITY;
        }
        KeyCodec target = other.codec;
        if (codec instanceof TextCodec mine && target instanceof TextCodec theirs) {
            return byPlace(mine.dictionary(), theirs.dictionary().find(mine.dictionary()));
        }
        if (fine(codec).equals(fine(target))) {
            long unit = unit(codec);
            long otherUnit = unit(target);
            return key -> key * unit % otherUnit == 0 ? key * unit / otherUnit : Translation.NONE;
        }
        return key -> {
            Object value = codec.value(key);
            return target.canEqual(value) ? target.floor(value) : Translation.NONE;
        };
    }

    /** Whether each key means the same in both. */
    public boolean isSame(KeySpace other) {
        return codec.equals(other.codec)
                || codec instanceof EnumCodec one
                        && other.codec instanceof EnumCodec two
                        && one.valueClass() == two.valueClass();
    }

    /**
     * The union with another space, which was made for values of the same column. Where that has nothing new it is this one.
     *
     * @param budget in which what is made anew is counted
     * @throws IllegalArgumentException if there is none, as a type mapper makes values that have no common order
     */
    public Union union(KeySpace other, MemoryBudget budget) {
        return union(other, null, budget);
    }

    /** @param likely by place in the other's dictionary the key that the value is likely to have here, or −1 */
    public Union union(KeySpace other, long @Nullable [] likely, MemoryBudget budget) {
        if (isSame(other)) {
            return new Union(this, Translation.IDENTITY, Translation.IDENTITY);
        }
        if (codec instanceof TextCodec mine && other.codec instanceof TextCodec theirs) {
            return texts(mine, theirs, likely, budget);
        }
        if (codec instanceof MappedCodec mine && other.codec instanceof MappedCodec theirs) {
            return mapped(mine, theirs, budget);
        }
        return coarse(other);
    }

    /** Of multiples of different units. */
    private Union coarse(KeySpace other) {
        KeyCodec fine = fine(codec);
        if (!fine.equals(fine(other.codec))) {
            throw new IllegalArgumentException("keys of " + codec + " and of " + other.codec + " have no common order");
        }
        long unit = unit(codec);
        long otherUnit = unit(other.codec);
        long common = gcd(unit, otherUnit);
        return new Union(new KeySpace(CoarseCodec.of(fine, common)), scaled(unit / common), scaled(otherUnit / common));
    }

    private static KeyCodec fine(KeyCodec codec) {
        return codec instanceof CoarseCodec coarse ? coarse.fine() : codec;
    }

    private static long unit(KeyCodec codec) {
        return codec instanceof CoarseCodec coarse ? coarse.unit() : 1;
    }

    public static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static Translation scaled(long factor) {
        return factor == 1 ? Translation.IDENTITY : key -> key * factor;
    }

    private Union texts(TextCodec mine, TextCodec theirs, long @Nullable [] likely, MemoryBudget budget) {
        Dictionary.Growth growth = mine.dictionary().with(theirs.dictionary(), likely, budget);
        return new Union(
                growth.first().isIdentity() && growth.dictionary() == mine.dictionary()
                        ? this
                        : new KeySpace(new TextCodec(growth.dictionary(), mine.form())),
                growth.first(),
                byPlace(theirs.dictionary(), growth.second()));
    }

    /** From the keys of a dictionary to what is told by place. */
    private static Translation byPlace(Dictionary dictionary, long[] keys) {
        return dictionary.isLoaded() ? key -> keys[(int) key] : key -> keys[dictionary.rank(key)];
    }

    /** Returns the same values with keys as a load gives them, and the translation of the keys of these. */
    public Packed packed(Lease lease) {
        if (isLoaded(codec)) {
            return new Packed(codec, Translation.IDENTITY);
        }
        BitSet all = new BitSet();
        all.set(0, codec instanceof TextCodec texts ? texts.dictionary().size() : (int) codec.keys());
        return compacted(all, lease);
    }

    private static boolean isLoaded(KeyCodec codec) {
        return codec instanceof MappedCodec mapped
                ? isLoaded(mapped.stored())
                : !(codec instanceof TextCodec texts) || texts.dictionary().isLoaded();
    }

    /** Returns whether the space has a dictionary. It may hold values that no row of a column has. */
    public boolean hasDictionary() {
        return codec instanceof TextCodec || codec instanceof MappedCodec;
    }

    /** Returns the place of a key in the dictionary. */
    public int place(long key) {
        return codec instanceof TextCodec texts ? texts.dictionary().rank(key) : (int) key;
    }

    /** Returns the bytes of the values at some places of the dictionary. */
    public long bytesOf(BitSet places) {
        return switch (codec) {
            case TextCodec texts ->
                texts.dictionary().bytesOf(places)
                        + (long) places.cardinality()
                                * texts.dictionary().ends().width();
            case MappedCodec mapped -> {
                KeySpace stored = new KeySpace(mapped.stored());
                long entries =
                        (long) places.cardinality() * mapped.entries().codes().width();
                yield stored.hasDictionary() ? entries + stored.bytesOf(stored(mapped, stored, places)) : entries;
            }
            case IntegralCodec _, FloatingCodec _, DecimalCodec _, TemporalCodec _, CoarseCodec _, EnumCodec _ -> 0;
        };
    }

    /** Returns the places of the values that a mapper makes the values at some places of. */
    private static BitSet stored(MappedCodec mapped, KeySpace stored, BitSet places) {
        BitSet found = new BitSet();
        places.stream()
                .filter(place -> place != mapped.nullEntry())
                .forEach(place -> found.set(stored.place(mapped.entries().get(place))));
        return found;
    }

    /**
     * Returns the values at some places of the dictionary alone, with keys as a load gives them, and the translation of the keys
     * of these.
     */
    public Packed compacted(BitSet places, Lease lease) {
        return switch (codec) {
            case TextCodec texts -> {
                int[] next = next(places);
                yield new Packed(
                        new TextCodec(texts.dictionary().only(places, lease), texts.form()), key -> next[place(key)]);
            }
            case MappedCodec mapped -> compacted(mapped, places, lease);
            case IntegralCodec _, FloatingCodec _, DecimalCodec _, TemporalCodec _, CoarseCodec _, EnumCodec _ ->
                new Packed(codec, Translation.IDENTITY);
        };
    }

    private static Packed compacted(MappedCodec mapped, BitSet places, Lease lease) {
        BitSet kept = (BitSet) places.clone();
        if (mapped.nullEntry() >= 0) {
            kept.set(mapped.nullEntry());
        }
        KeySpace stored = new KeySpace(mapped.stored());
        Packed packed = stored.hasDictionary()
                ? stored.compacted(stored(mapped, stored, kept), lease)
                : new Packed(stored.codec, Translation.IDENTITY);
        int[] next = next(kept);
        long[] keys = kept.stream()
                .mapToLong(place -> place == mapped.nullEntry()
                        ? 0
                        : packed.translation.of(mapped.entries().get(place)))
                .toArray();
        int nullEntry = mapped.nullEntry() < 0 ? MappedCodec.NONE : next[mapped.nullEntry()];
        return new Packed(mapped.with(packed.codec, KeyList.of(keys, lease), nullEntry), key -> next[(int) key]);
    }

    /** Returns by place how many of the given places are before it. */
    private static int[] next(BitSet places) {
        int[] next = new int[places.length()];
        int count = 0;
        for (int place = 0; place < next.length; place++) {
            next[place] = count;
            count += places.get(place) ? 1 : 0;
        }
        return next;
    }

    /** What {@link #packed} gives. */
    public record Packed(KeyCodec codec, Translation translation) {}

    private Union mapped(MappedCodec mine, MappedCodec theirs, MemoryBudget budget) {
        if (theirs.entries().size() == 0) {
            return new Union(this, Translation.IDENTITY, Translation.IDENTITY);
        }
        boolean isFirst = mine.entries().size() == 0;
        if (!theirs.isOrdered() || !isFirst && (!mine.isOrdered() || mine.valueClass() != theirs.valueClass())) {
            throw new IllegalArgumentException("A type mapper makes values that have no common order, of "
                    + mine.valueClass() + " and " + theirs.valueClass());
        }
        return merged(mine, theirs, budget);
    }

    /** Returns the union by places in dictionaries. The second is the smaller as a rule: its values are searched for. */
    private Union merged(MappedCodec mine, MappedCodec theirs, MemoryBudget budget) {
        int[] second = new int[theirs.entries().size()];
        BitSet added = new BitSet();
        int count = 0;
        for (int entry = 0; entry < second.length; entry++) {
            Object value = theirs.value(entry);
            int floor = (int) mine.floor(value);
            boolean isShared = floor >= 0 && MappedCodec.compare(mine.value(floor), value) == 0;
            second[entry] = floor + count + (isShared ? 0 : 1);
            if (!isShared) {
                added.set(second[entry]);
                count++;
            }
        }
        if (count == 0) {
            return new Union(this, Translation.IDENTITY, key -> second[(int) key]);
        }
        int size = mine.entries().size() + count;
        int[] first =
                IntStream.range(0, size).filter(place -> !added.get(place)).toArray();
        Union stored = new KeySpace(mine.stored()).union(new KeySpace(theirs.stored()), budget);
        long[] keys = new long[size];
        for (int entry = 0; entry < second.length; entry++) {
            keys[second[entry]] = stored.second.of(theirs.entries().get(entry));
        }
        for (int entry = 0; entry < first.length; entry++) {
            keys[first[entry]] = stored.first.of(mine.entries().get(entry));
        }
        int nullEntry = mine.nullEntry() >= 0
                ? first[mine.nullEntry()]
                : theirs.nullEntry() >= 0 ? second[theirs.nullEntry()] : MappedCodec.NONE;
        MappedCodec both = (first.length == 0 ? theirs : mine)
                .with(stored.space.codec, KeyList.of(keys, new Lease(budget)), nullEntry);
        return new Union(new KeySpace(both), key -> first[(int) key], key -> second[(int) key]);
    }
}
