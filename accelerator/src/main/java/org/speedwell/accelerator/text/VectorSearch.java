package org.speedwell.accelerator.text;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import org.speedwell.accelerator.memory.Vectors;

/**
 * The search of {@link TextPattern} with the widest vectors of the machine. Load this class only if {@link
 * Vectors#ARE_PRESENT}.
 */
final class VectorSearch {
    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;

    private VectorSearch() {}

    /**
     * Returns the first index of a part that has no wildcards. If it finds none, it returns {@code ~next}, where {@code
     * next} is the first index that it has not tested. Less than a vector of indexes is then left.
     */
    static int search(byte[] bytes, int from, int to, TextPattern.Part part) {
        int rarest = part.rarest();
        int second = part.second();
        int third = part.third();
        byte ofRarest = part.bytes()[rarest];
        byte ofSecond = part.bytes()[second];
        byte ofThird = part.bytes()[third];
        int at = from;
        for (; at <= to - part.length() + 1 - BYTES.length(); at += BYTES.length()) {
            VectorMask<Byte> equal = ByteVector.fromArray(BYTES, bytes, at + rarest)
                    .eq(ofRarest)
                    .and(ByteVector.fromArray(BYTES, bytes, at + second).eq(ofSecond))
                    .and(ByteVector.fromArray(BYTES, bytes, at + third).eq(ofThird));
            for (long left = equal.toLong(); left != 0; left &= left - 1) {
                int place = at + Long.numberOfTrailingZeros(left);
                if (TextPattern.isAt(bytes, place, to, part)) {
                    return place;
                }
            }
        }
        return ~at;
    }
}
