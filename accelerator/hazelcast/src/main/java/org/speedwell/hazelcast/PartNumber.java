package org.speedwell.hazelcast;

import java.io.Serializable;

/**
 * The number of a part. It is the same for all partitioned tables.
 *
 * @param number the number of the part, from 0
 * @param of the number of parts
 */
record PartNumber(int number, int of) implements Serializable {
    @Override
    public String toString() {
        return "part " + (number + 1) + " of " + of;
    }
}
