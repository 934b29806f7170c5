package org.speedwell.accelerator.stream;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Random continuations of streams of numbers: up to two operations and a terminal. */
final class RandomNumbers {
    private final IntSupplier window;
    private final boolean parallel;
    private final RandomGenerator random;

    /**
     * Creates a source of continuations.
     *
     * @param window supplies an argument of {@code skip} or {@code limit}
     */
    RandomNumbers(IntSupplier window, boolean parallel, RandomGenerator random) {
        this.window = window;
        this.parallel = parallel;
        this.random = random;
    }

    /** Returns a continuation of a stream of ints. */
    Function<IntStream, @Nullable Object> ints(List<String> words) {
        int first = random.nextInt(28);
        int second = random.nextInt(28);
        int n = window.getAsInt();
        int terminal = random.nextInt(18);
        words.add(" ints " + first + " " + second + " n " + n + " terminal " + terminal + " ");
        return values -> ints(ints(ints(values, first, n), second, n / 2), terminal);
    }

    private IntStream ints(IntStream values, int operation, int n) {
        return switch (operation) {
            case 0 -> values.filter(value -> value % 3 != 0);
            case 1 -> values.map(value -> value / 2);
            case 2 -> values.distinct();
            case 3 -> values.sorted();
            case 4 -> values.limit(n);
            case 5 -> values.skip(n);
            case 6 -> values.takeWhile(value -> value < 50);
            case 7 -> values.dropWhile(value -> value < 10);
            case 8 -> values.peek(_ -> {});
            case 9 -> values.flatMap(value -> IntStream.of(value, value));
            case 10 -> values.mapMulti((value, sink) -> sink.accept(value + 1));
            case 11 -> values.asLongStream().asDoubleStream().mapToInt(v -> (int) v);
            case 12 -> values.mapToObj(v -> v).mapToInt(v -> v);
            case 13 -> values.boxed().mapToInt(v -> v);
            case 14 ->
                parallel
                        ? values.sequential().parallel()
                        : values.parallel().unordered().sequential();
            case 15 -> values.onClose(() -> {});
            default -> values;
        };
    }

    private @Nullable Object ints(IntStream values, int terminal) {
        return switch (terminal) {
            case 0 -> values.sum();
            case 1 -> values.min();
            case 2 -> values.max();
            case 3 -> values.average();
            case 4 -> values.summaryStatistics().toString();
            case 5 -> values.count();
            case 6 -> Arrays.stream(values.toArray()).boxed().toList();
            case 7 -> values.anyMatch(value -> value == 7);
            case 8 -> values.allMatch(value -> value > 3);
            case 9 -> values.noneMatch(value -> value < 0);
            case 10 -> values.findFirst();
            case 11 -> parallel ? values.findFirst() : values.findAny();
            case 12 -> values.reduce(0, (a, b) -> a + b);
            case 13 -> values.reduce(Math::max);
            case 14 ->
                values.collect(StringBuilder::new, (all, v) -> all.append(v).append(' '), StringBuilder::append)
                        .toString();
            case 15 -> {
                StringBuilder all = new StringBuilder();
                values.iterator()
                        .forEachRemaining((IntConsumer) v -> all.append(v).append(' '));
                yield all.toString();
            }
            case 16 -> {
                StringBuilder all = new StringBuilder();
                values.forEachOrdered(v -> all.append(v).append(' '));
                yield all.toString();
            }
            default -> values.boxed().toList();
        };
    }

    /** Returns a continuation of a stream of longs. */
    Function<LongStream, @Nullable Object> longs(List<String> words) {
        int first = random.nextInt(28);
        int second = random.nextInt(28);
        int n = window.getAsInt();
        int terminal = random.nextInt(18);
        words.add(" longs " + first + " " + second + " n " + n + " terminal " + terminal + " ");
        return values -> longs(longs(longs(values, first, n), second, n / 2), terminal);
    }

    private LongStream longs(LongStream values, int operation, int n) {
        return switch (operation) {
            case 0 -> values.filter(value -> value % 3 != 0);
            case 1 -> values.map(value -> value / 2);
            case 2 -> values.distinct();
            case 3 -> values.sorted();
            case 4 -> values.limit(n);
            case 5 -> values.skip(n);
            case 6 -> values.takeWhile(value -> value < 50);
            case 7 -> values.dropWhile(value -> value < 10);
            case 8 -> values.peek(_ -> {});
            case 9 -> values.flatMap(value -> LongStream.of(value, value));
            case 10 -> values.mapMulti((value, sink) -> sink.accept(value + 1));
            case 11 -> values.asDoubleStream().mapToLong(v -> (long) v);
            case 12 -> values.mapToObj(v -> v).mapToLong(v -> v);
            case 13 -> values.boxed().mapToLong(v -> v);
            case 14 ->
                parallel
                        ? values.sequential().parallel()
                        : values.parallel().unordered().sequential();
            case 15 -> values.onClose(() -> {});
            default -> values;
        };
    }

    private @Nullable Object longs(LongStream values, int terminal) {
        return switch (terminal) {
            case 0 -> values.sum();
            case 1 -> values.min();
            case 2 -> values.max();
            case 3 -> values.average();
            case 4 -> values.summaryStatistics().toString();
            case 5 -> values.count();
            case 6 -> Arrays.stream(values.toArray()).boxed().toList();
            case 7 -> values.anyMatch(value -> value == 7);
            case 8 -> values.allMatch(value -> value > 3);
            case 9 -> values.noneMatch(value -> value < 0);
            case 10 -> values.findFirst();
            case 11 -> parallel ? values.findFirst() : values.findAny();
            case 12 -> values.reduce(0, (a, b) -> a + b);
            case 13 -> values.reduce(Math::max);
            case 14 ->
                values.collect(StringBuilder::new, (all, v) -> all.append(v).append(' '), StringBuilder::append)
                        .toString();
            case 15 -> {
                StringBuilder all = new StringBuilder();
                values.iterator()
                        .forEachRemaining((LongConsumer) v -> all.append(v).append(' '));
                yield all.toString();
            }
            case 16 -> {
                StringBuilder all = new StringBuilder();
                values.forEachOrdered(v -> all.append(v).append(' '));
                yield all.toString();
            }
            default -> values.boxed().toList();
        };
    }

    /** Returns a continuation of a stream of doubles. */
    Function<DoubleStream, @Nullable Object> doubles(List<String> words) {
        int first = random.nextInt(28);
        int second = random.nextInt(28);
        int n = window.getAsInt();
        int terminal = random.nextInt(18);
        words.add(" doubles " + first + " " + second + " n " + n + " terminal " + terminal + " ");
        return values -> doubles(doubles(doubles(values, first, n), second, n / 2), terminal);
    }

    private DoubleStream doubles(DoubleStream values, int operation, int n) {
        return switch (operation) {
            case 0 -> values.filter(value -> (long) value % 3 != 0);
            case 1 -> values.map(value -> value / 2);
            case 2 -> values.distinct();
            case 3 -> values.sorted();
            case 4 -> values.limit(n);
            case 5 -> values.skip(n);
            case 6 -> values.takeWhile(value -> value < 50);
            case 7 -> values.dropWhile(value -> value < 10);
            case 8 -> values.peek(_ -> {});
            case 9 -> values.flatMap(value -> DoubleStream.of(value, value));
            case 10 -> values.mapMulti((value, sink) -> sink.accept(value + 1));
            case 11 -> values.mapToInt(v -> (int) v).asDoubleStream();
            case 12 -> values.mapToLong(v -> (long) v).asDoubleStream();
            case 13 -> values.boxed().mapToDouble(v -> v);
            case 14 ->
                parallel
                        ? values.sequential().parallel()
                        : values.parallel().unordered().sequential();
            case 15 -> values.onClose(() -> {});
            default -> values;
        };
    }

    private @Nullable Object doubles(DoubleStream values, int terminal) {
        return switch (terminal) {
            case 0 -> values.sequential().sum();
            case 1 -> values.min();
            case 2 -> values.max();
            case 3 -> values.sequential().average();
            case 4 -> values.sequential().summaryStatistics().toString();
            case 5 -> values.count();
            case 6 -> Arrays.stream(values.toArray()).boxed().toList();
            case 7 -> values.anyMatch(value -> value == 7);
            case 8 -> values.allMatch(value -> value > 3);
            case 9 -> values.noneMatch(value -> value < 0);
            case 10 -> values.findFirst();
            case 11 -> parallel ? values.findFirst() : values.findAny();
            case 12 -> values.sequential().reduce(0, (a, b) -> a + b);
            case 13 -> values.reduce(Math::max);
            case 14 ->
                values.collect(StringBuilder::new, (all, v) -> all.append(v).append(' '), StringBuilder::append)
                        .toString();
            case 15 -> {
                StringBuilder all = new StringBuilder();
                values.iterator()
                        .forEachRemaining((DoubleConsumer) v -> all.append(v).append(' '));
                yield all.toString();
            }
            case 16 -> {
                StringBuilder all = new StringBuilder();
                values.forEachOrdered(v -> all.append(v).append(' '));
                yield all.toString();
            }
            default -> values.boxed().toList();
        };
    }
}
