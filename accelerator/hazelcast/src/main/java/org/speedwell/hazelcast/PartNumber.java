package org.speedwell.hazelcast;

import java.io.Serializable;

/**
 * One of the parts of all tables that are shared out.
 *
 * @param number from 0
 */
record PartNumber(int number, int of) implements Serializable {
    @Override
    public String toString() {
        return "part " + (number + 1) + " of " + of;
    }
}
