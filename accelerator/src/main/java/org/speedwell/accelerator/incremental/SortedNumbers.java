package org.speedwell.accelerator.incremental;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers in ascending order, with access by position. They are in blocks, so that adding or removing one moves only the
 * numbers of its block. Equal numbers may occur several times.
 */
final class SortedNumbers {
    private static final int BLOCK = 512;

    /** The blocks, none of which is empty. Each number of a block is at most equal to those of the next block. */
    private final List<Block> blocks = new ArrayList<>();

    private int size;

    private static final class Block {
        private final double[] numbers = new double[BLOCK];
        private int size;

        double last() {
            return numbers[size - 1];
        }

        /** Returns the place of the first number that is not less than the given one. */
        int place(double number) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (Double.compare(numbers[middle], number) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        void insert(int place, double number) {
            System.arraycopy(numbers, place, numbers, place + 1, size++ - place);
            numbers[place] = number;
        }

        void delete(int place) {
            System.arraycopy(numbers, place + 1, numbers, place, --size - place);
        }

        /** Moves the upper half into a new block, and returns that. */
        Block split() {
            Block upper = new Block();
            int half = size / 2;
            upper.size = size - half;
            System.arraycopy(numbers, half, upper.numbers, 0, upper.size);
            size = half;
            return upper;
        }
    }

    int size() {
        return size;
    }

    /** Returns about how many bytes of heap the numbers take. */
    long bytes() {
        return HeapBytes.OBJECT + (long) blocks.size() * BLOCK * Double.BYTES;
    }

    /** Returns the number at a position from 0 to {@code size() − 1}. */
    double get(int position) {
        int at = position;
        for (Block block : blocks) {
            if (at < block.size) {
                return block.numbers[at];
            }
            at -= block.size;
        }
        throw new IndexOutOfBoundsException(position);
    }

    /** Adds numbers, which are in ascending order. */
    void add(double[] ascending) {
        if (blocks.isEmpty()) {
            for (int from = 0; from < ascending.length; from += BLOCK / 2) {
                Block block = new Block();
                block.size = Math.min(BLOCK / 2, ascending.length - from);
                System.arraycopy(ascending, from, block.numbers, 0, block.size);
                blocks.add(block);
            }
            size = ascending.length;
        } else {
            Arrays.stream(ascending).forEach(this::add);
        }
    }

    private void add(double number) {
        int at = Math.min(block(number), blocks.size() - 1);
        Block block = blocks.get(at);
        block.insert(block.place(number), number);
        size++;
        if (block.size == BLOCK) {
            blocks.add(at + 1, block.split());
        }
    }

    /**
     * Removes one occurrence of each number.
     *
     * @throws IllegalStateException if a number does not occur
     */
    void remove(double[] some) {
        for (double number : some) {
            int at = block(number);
            Block block = at < blocks.size() ? blocks.get(at) : new Block();
            int place = block.place(number);
            if (place == block.size || Double.compare(block.numbers[place], number) != 0) {
                throw new IllegalStateException("The number " + number + " to remove was not added before.");
            }
            block.delete(place);
            size--;
            if (block.size == 0) {
                blocks.remove(at);
            }
        }
    }

    /** Returns the index of the first block whose last number is not less than the given one. */
    private int block(double number) {
        int low = 0;
        int high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Double.compare(blocks.get(middle).last(), number) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
