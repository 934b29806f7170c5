package org.speedwell.accelerator.codec;

import java.util.concurrent.RecursiveAction;

/** A stable merge sort of an {@code int[]} by a comparison of its values; the JDK has none that does not box. */
public final class IntSort {
    private static final int RUN = 16;

    /** More values than these are worth sharing out. */
    private static final int SHARED = 1 << 14;

    private IntSort() {}

    /** A comparison as {@link java.util.Comparator} has it. */
    @FunctionalInterface
    public interface IntComparison {
        int compare(int a, int b);
    }

    /** Sorts the array in place; equal values keep their order. */
    public static void sort(int[] values, IntComparison order) {
        sort(values, 0, values.length, order);
    }

    /** As {@link #sort(int[], IntComparison)}, shared out to the pool of parallel streams where that is asked for. */
    public static void sort(int[] values, IntComparison order, boolean parallel) {
        if (parallel && values.length > SHARED) {
            new Task(values, values.clone(), 0, values.length, order).invoke();
        } else {
            sort(values, order);
        }
    }

    /** Both halves at once. */
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

    /** Sorts the values from one index to another, exclusive, in place. */
    public static void sort(int[] values, int from, int to, IntComparison order) {
        if (to - from > RUN) {
            sort(values, values.clone(), from, to, order);
        } else {
            insertionSort(values, from, to, order);
        }
    }

    /** Sorts a part of {@code target}; {@code source} holds the same values there. */
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

    /** Merges two sorted parts of {@code source}. */
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
