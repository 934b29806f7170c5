package org.speedwell.accelerator.codec;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * The meaning of keys, independent of a column. Two columns, or two parts or versions of one column, may share a space.
 * Equal keys are then equal values. Keys of one space can be translated to another. Two spaces of one kind have a
 * union, which contains the values of both in their order. Immutable and thread-safe.
 */
public record KeySpace(KeyCodec codec) {

    /** A map from the keys of one space to those of another. */
    @FunctionalInterface
    public interface Translation {
        /** The result for a value that the other space does not contain. */
        long NONE = Long.MIN_VALUE;

        Translation IDENTITY = key -> key;

        /** Returns the key of the same value in the other space, or {@link #NONE}. */
        long of(long key);

        /** Returns whether all keys stay the same, including {@link #NONE}. */
        @SuppressWarnings("ReferenceEquality") // there is only one instance
        default boolean isIdentity() {
            return this == IDENTITY;
        }
    }

    /**
     * A space with the values of two spaces.
     *
     * @param first translates the keys of the first space, and keeps their order
     * @param second translates the keys of the second space
     */
    public record Union(KeySpace space, Translation first, Translation second) {}

    /** Returns the translation to another space whose values have the same class. */
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

    /** Returns whether each key means the same in both spaces. */
    public boolean isSame(KeySpace other) {
        return codec.equals(other.codec)
                || codec instanceof EnumCodec one
                        && other.codec instanceof EnumCodec two
                        && one.valueClass() == two.valueClass();
    }

    /**
     * Returns the union with another space of values of the same column. If the other space has no new values, the
     * union has this space.
     *
     * @param budget the memory budget of new dictionaries
     * @throws IllegalArgumentException if there is none because a type mapper returns values without a common order
     */
    public Union union(KeySpace other, MemoryBudget budget) {
        return union(other, null, budget);
    }

    /**
     * Returns the union with another space of values of the same column.
     *
     * @param likely the key that each value of the other dictionary probably has here, or −1, by its place there; null
     * if unknown
     * @throws IllegalArgumentException if there is none because a type mapper returns values without a common order
     */
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

    /** Returns the union of spaces with different units. */
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

    /** Returns a translation from the keys of a dictionary to an array that is indexed by place. */
    private static Translation byPlace(Dictionary dictionary, long[] keys) {
        return dictionary.isLoaded() ? key -> keys[(int) key] : key -> keys[dictionary.rank(key)];
    }

    /** Returns the same values with the keys that a load would assign, and the translation from the present keys. */
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

    /** Returns whether the space has a dictionary. It may contain values that no row has. */
    public boolean hasDictionary() {
        return codec instanceof TextCodec || codec instanceof MappedCodec;
    }

    /** Returns the place of a key in the dictionary. */
    public int place(long key) {
        return codec instanceof TextCodec texts ? texts.dictionary().rank(key) : (int) key;
    }

    /** Returns the number of bytes of the values at some places of the dictionary. */
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
            case IntegralCodec _,
                    FloatingCodec _,
                    DecimalCodec _,
                    TemporalCodec _,
                    LocalDateCodec _,
                    CoarseCodec _,
                    EnumCodec _ -> 0;
        };
    }

    /** Returns the places of the stored values from which a mapper makes the values at some places. */
    private static BitSet stored(MappedCodec mapped, KeySpace stored, BitSet places) {
        BitSet found = new BitSet();
        places.stream()
                .filter(place -> place != mapped.nullEntry())
                .forEach(place -> found.set(stored.place(mapped.entries().get(place))));
        return found;
    }

    /**
     * Returns only the values at some places of the dictionary, with the keys that a load would assign, and the
     * translation from the present keys.
     */
    public Packed compacted(BitSet places, Lease lease) {
        return switch (codec) {
            case TextCodec texts -> {
                int[] next = next(places);
                yield new Packed(
                        new TextCodec(texts.dictionary().only(places, lease), texts.form()), key -> next[place(key)]);
            }
            case MappedCodec mapped -> compacted(mapped, places, lease);
            case IntegralCodec _,
                    FloatingCodec _,
                    DecimalCodec _,
                    TemporalCodec _,
                    LocalDateCodec _,
                    CoarseCodec _,
                    EnumCodec _ -> new Packed(codec, Translation.IDENTITY);
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

    /** Returns, for each place, the number of set places before it. */
    private static int[] next(BitSet places) {
        int[] next = new int[places.length()];
        int count = 0;
        for (int place = 0; place < next.length; place++) {
            next[place] = count;
            count += places.get(place) ? 1 : 0;
        }
        return next;
    }

    /** The result of {@link #packed} and {@link #compacted}. */
    public record Packed(KeyCodec codec, Translation translation) {}

    private Union mapped(MappedCodec mine, MappedCodec theirs, MemoryBudget budget) {
        if (theirs.entries().size() == 0) {
            return new Union(this, Translation.IDENTITY, Translation.IDENTITY);
        }
        boolean isFirst = mine.entries().size() == 0;
        if (!theirs.isOrdered() || !isFirst && (!mine.isOrdered() || mine.valueClass() != theirs.valueClass())) {
            throw new IllegalArgumentException("A type mapper returns values of " + mine.valueClass() + " and of "
                    + theirs.valueClass() + ", which have no common order");
        }
        return merged(mine, theirs, budget);
    }

    /**
     * Returns the union of two dictionaries. The method searches this dictionary for the values of the second, which is
     * usually smaller.
     */
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
