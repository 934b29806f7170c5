package org.speedwell.accelerator.column;

/**
 * Two ascending lists without doubles merged to one: which entry of each stands at a place, and at which place each entry
 * stands. The second is the shorter one as a rule: its entries are searched for in the first. Immutable.
 */
final class Merge {
    private static final int NONE = -1;

    /** Compares an entry of the first list with one of the second. */
    @FunctionalInterface
    interface Comparison {
        int compare(int first, int second);
    }

    /** Takes entries. */
    @FunctionalInterface
    interface Visitor {
        void visit(int first, int second);
    }

    private final int firstSize;

    /** By entry of the second list: how many of the first are below it. */
    private final int[] below;

    /** By entry of the second list: whether the first has it too. */
    private final boolean[] isShared;

    /** By entry of the second list: how many entries before it the first has not. */
    private final int[] newBefore;

    private final int size;

    Merge(int firstSize, int secondSize, Comparison order) {
        this.firstSize = firstSize;
        this.below = new int[secondSize];
        this.isShared = new boolean[secondSize];
        this.newBefore = new int[secondSize];
        int from = 0;
        int added = 0;
        for (int entry = 0; entry < secondSize; entry++) {
            int low = from;
            int high = firstSize;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (order.compare(middle, entry) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            below[entry] = low;
            isShared[entry] = low < firstSize && order.compare(low, entry) == 0;
            newBefore[entry] = added;
            added += isShared[entry] ? 0 : 1;
            from = low;
        }
        this.size = firstSize + added;
    }

    int size() {
        return size;
    }

    /** Whether the first list has all entries of the second. */
    boolean isCovered() {
        return size == firstSize;
    }

    int placeOfSecond(long entry) {
        return below[(int) entry] + newBefore[(int) entry];
    }

    int placeOfFirst(long entry) {
        return (int) entry + newBelow((int) entry);
    }

    /** All entries in order: their numbers in the one list and in the other, −1 where it has them not. */
    void forEach(Visitor visitor) {
        int first = 0;
        for (int second = 0; second < below.length; second++) {
            while (first < below[second]) {
                visitor.visit(first++, NONE);
            }
            visitor.visit(isShared[second] ? first++ : NONE, second);
        }
        while (first < firstSize) {
            visitor.visit(first++, NONE);
        }
    }

    /** How many new entries stand before one of the first list. */
    private int newBelow(int entry) {
        int low = 0;
        int high = below.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (below[middle] <= entry) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return 0;
        }
        // Of those that are below or equal to the entry, the last may be the entry itself
        return newBefore[low - 1] + (isShared[low - 1] ? 0 : 1);
    }
}
