package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** All numbers of each group, in one list. The first result sorts the list by group and number. */
final class Samples implements State {
    private final IntToDoubleFunction value;
    private final BlockRows rows;
    private final Finisher finisher;
    private int groups = BlockGroups.ALL + 1;
    private int size;
    private double[] numbers = new double[8];
    private int[] groupsOfNumbers = new int[8];

    /** The end of each group's part of {@link #numbers}; null before the first result. */
    private int @Nullable [] ends;

    Samples(IntToDoubleFunction value, BlockRows rows, Finisher finisher) {
        this.value = value;
        this.rows = rows;
        this.finisher = finisher;
    }

    /**
     * A function that creates the result of a group from its numbers, which are in ascending order from index
     * {@code from} on.
     */
    @FunctionalInterface
    interface Finisher {
        @Nullable
        Object of(double[] numbers, int from, int count);
    }

    @Override
    public void grow(int count) {
        groups = Math.max(groups, count);
    }

    @Override
    public void add(RowBlock block, BlockGroups of) {
        reserve(block.size);
        int[] read = rows.rows(block);
        for (int i = 0; i < block.size; i++) {
            numbers[size + i] = value.applyAsDouble(read[i]);
        }
        System.arraycopy(of.of, 0, groupsOfNumbers, size, block.size);
        size += block.size;
    }

    void add(int group, double number) {
        reserve(1);
        numbers[size] = number;
        groupsOfNumbers[size++] = group;
    }

    private void reserve(int more) {
        if (more > numbers.length - size) {
            int room = Math.max(size + more, (int) Math.min(2L * size, Integer.MAX_VALUE - 8L));
            numbers = Arrays.copyOf(numbers, room);
            groupsOfNumbers = Arrays.copyOf(groupsOfNumbers, room);
        }
    }

    @Override
    public void merge(State other, int[] to, int count) {
        Samples samples = (Samples) other;
        reserve(samples.size);
        System.arraycopy(samples.numbers, 0, numbers, size, samples.size);
        for (int i = 0; i < samples.size; i++) {
            groupsOfNumbers[size + i] = to[samples.groupsOfNumbers[i]];
        }
        size += samples.size;
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        int[] of = ends == null ? partByGroups() : ends;
        int from = of[group - 1];
        int count = of[group] - from;
        return finisher.of(numbers, from, count);
    }

    /** Moves the numbers of each group together, in ascending order. */
    private int[] partByGroups() {
        int[] next = new int[groups + 1];
        for (int i = 0; i < size; i++) {
            next[groupsOfNumbers[i] + 1]++;
        }
        for (int group = 0; group < groups; group++) {
            next[group + 1] += next[group];
        }
        double[] parted = new double[size];
        for (int i = 0; i < size; i++) {
            parted[next[groupsOfNumbers[i]]++] = numbers[i];
        }
        for (int group = BlockGroups.NONE + 1; group < groups; group++) {
            Arrays.sort(parted, next[group - 1], next[group]);
        }
        numbers = parted;
        groupsOfNumbers = new int[0];
        ends = next;
        return next;
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.of("The aggregate keeps the numbers unordered, so it cannot find one to remove.");
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public long bytes() {
        return (long) numbers.length * (Double.BYTES + Integer.BYTES);
    }
}
