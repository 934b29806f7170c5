package org.speedwell.bench.htap;

import java.util.SplittableRandom;
import org.speedwell.schema.ChBenchmark;

/** The random inputs of transactions as TPC-C distributes them. For one thread. */
final class TpccRandom {
    /** The constants of the non-uniform distribution. Any values are valid. */
    private static final int ITEM_CONSTANT = 7_911;

    private static final int CUSTOMER_CONSTANT = 259;
    private static final int NAME_CONSTANT = 123;

    private final SplittableRandom random;
    private final ChBenchmark size;

    TpccRandom(ChBenchmark size, long seed) {
        this.size = size;
        this.random = new SplittableRandom(seed);
    }

    /** Returns a number in a range that includes both ends. */
    int between(int least, int greatest) {
        return random.nextInt(least, greatest + 1);
    }

    /** Returns true with a probability in percent. */
    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    int district() {
        return between(1, ChBenchmark.DISTRICTS);
    }

    /** Returns an item. Some items are more frequent than others. */
    int item() {
        return uneven(8_191, ITEM_CONSTANT, size.items());
    }

    int customer() {
        return uneven(1_023, CUSTOMER_CONSTANT, size.customers());
    }

    String lastName() {
        return ChBenchmark.lastName(uneven(255, NAME_CONSTANT, Math.min(ChBenchmark.NAMES, size.customers())) - 1);
    }

    /** Returns a warehouse that is not this one, if there are several. */
    int otherWarehouse(int home) {
        return size.warehouses() == 1 ? home : (home + random.nextInt(size.warehouses() - 1)) % size.warehouses() + 1;
    }

    private int uneven(int mask, int constant, int limit) {
        return ((random.nextInt(mask + 1) | random.nextInt(limit)) + constant) % limit + 1;
    }
}
