package org.speedwell.accelerator.codec;

import java.util.concurrent.RecursiveAction;

/** A stable merge sort of arrays of ints with a comparator. The JDK has none that avoids boxing. */
public final class IntSort {
    private static final int RUN = 16;

    /** The number of values above which a parallel sort is worthwhile. */
    private static final int SHARED = 1 << 14;

    private IntSort() {}

    /** A comparison with the contract of {@link java.util.Comparator}. */
    @FunctionalInterface
    public interface IntComparison {
        int compare(int a, int b);
    }

    /** Sorts the array in place. Equal values keep their order. */
    public static void sort(int[] values, IntComparison order) {
        sort(values, 0, values.length, order);
    }

    /**
     * Sorts the array in place, in parallel on the common pool if {@code parallel} is true and the array is large.
     * Equal values keep their order.
     */
    public static void sort(int[] values, IntComparison order, boolean parallel) {
        if (parallel && values.length > SHARED) {
            new Task(values, values.clone(), 0, values.length, order).invoke();
        } else {
            sort(values, order);
        }
    }

    /** A sort of one range. Large ranges sort their halves in parallel. */
    private static final class Task extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final transient int[] target;
        private final transient int[] source;
        private final int from;
        private final int to;
        private final transient IntComparison order;

        Task(int[] target, int[] source, int from, int to, IntComparison order) {
            this.target = target;
            this.source = source;
            this.from = from;
            this.to = to;
            this.order = order;
        }

        @Override
        protected void compute() {
            if (to - from <= SHARED) {
                sort(target, source, from, to, order);
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new Task(source, target, from, middle, order), new Task(source, target, middle, to, order));
            merge(target, source, from, middle, to, order);
        }
    }

    /**
     * Sorts a range of the array in place.
     *
     * @param from the first index
     * @param to the index after the last
     */
    public static void sort(int[] values, int from, int to, IntComparison order) {
        if (to - from > RUN) {
            sort(values, values.clone(), from, to, order);
        } else {
            insertionSort(values, from, to, order);
        }
    }

    /** Sorts a range of {@code target}. {@code source} must contain the same values in the range. */
    private static void sort(int[] target, int[] source, int from, int to, IntComparison order) {
        if (to - from <= RUN) {
            insertionSort(target, from, to, order);
            return;
        }
        int middle = (from + to) >>> 1;
        sort(source, target, from, middle, order);
        sort(source, target, middle, to, order);
        merge(target, source, from, middle, to, order);
    }

    /** Merges two sorted ranges of {@code source} into {@code target}. */
    private static void merge(int[] target, int[] source, int from, int middle, int to, IntComparison order) {
        if (order.compare(source[middle - 1], source[middle]) <= 0) {
            System.arraycopy(source, from, target, from, to - from);
            return;
        }
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft = right >= to || left < middle && order.compare(source[left], source[right]) <= 0;
            target[i] = takeLeft ? source[left++] : source[right++];
        }
    }

    private static void insertionSort(int[] values, int from, int to, IntComparison order) {
        for (int i = from + 1; i < to; i++) {
            int value = values[i];
            int j = i - 1;
            while (j >= from && order.compare(values[j], value) > 0) {
                values[j + 1] = values[j];
                j--;
            }
            values[j + 1] = value;
        }
    }
}
