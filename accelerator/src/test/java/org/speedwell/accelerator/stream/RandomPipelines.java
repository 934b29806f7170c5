package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Random stream pipelines over one table. They have operations of every kind through fields, expressions and opaque
 * lambdas, and terminals of all four kinds of streams. If the result of a parallel stream is not defined, only
 * sequential streams run the operation. Examples are {@code findAny}, sums of doubles, and the first of several
 * exceptions.
 */
final class RandomPipelines<E> {
    private final RandomGenerator random;
    private final RandomOperations<E> operations;
    private final RandomTerminals<E> terminals;
    private final Ingredients<E> from;

    /**
     * Creates pipelines over a table.
     *
     * @param values a source of operands
     * @param shapes operations with plain lambdas
     * @param rows the number of rows of the table
     */
    RandomPipelines(RandomEntities<E> values, PlainShapes shapes, int rows, boolean parallel, RandomGenerator random) {
        from = new Ingredients<>(values, shapes, rows, parallel, random);
        this.random = random;
        this.operations = new RandomOperations<>(from);
        this.terminals = new RandomTerminals<>(from);
    }

    /** A pipeline: its description in words, its operations with plain lambdas, and a function that runs it. */
    record Pipeline<E>(String description, List<PlainOperation<E>> plain, Function<Stream<E>, @Nullable Object> run) {
        /** Returns whether the pipeline ends in the count of entities. */
        boolean isCount() {
            return description.endsWith(RandomTerminals.COUNT);
        }

        /** Returns the result for a stream, or the class of the exception. */
        @Nullable
        Object answer(Stream<E> stream) {
            try {
                return run.apply(stream);
            } catch (RuntimeException e) {
                if (Boolean.getBoolean("speedwell.stack")) {
                    e.printStackTrace();
                }
                return e.getClass();
            }
        }
    }

    /** Fails unless both results are equal, and shows the first difference. */
    static void assertSame(String description, @Nullable Object actual, @Nullable Object expected) {
        if (!Objects.equals(actual, expected)) {
            assertThat(firstDifference(actual, expected)).as(description).isEmpty();
        }
    }

    /** Returns the first difference only, because long lists differ in few places. */
    private static String firstDifference(@Nullable Object actual, @Nullable Object expected) {
        if (!(actual instanceof List<?> ours && expected instanceof List<?> plain)) {
            return "%s in place of %s".formatted(actual, expected);
        }
        int place = 0;
        while (place < Math.min(ours.size(), plain.size()) && Objects.equals(ours.get(place), plain.get(place))) {
            place++;
        }
        return "of %,d in place of %,d, from %,d on: %s in place of %s"
                .formatted(ours.size(), plain.size(), place, next(ours, place), next(plain, place));
    }

    private static List<?> next(List<?> all, int place) {
        return all.subList(place, Math.min(all.size(), place + 3));
    }

    Pipeline<E> next() {
        List<String> words = new ArrayList<>();
        if (random.nextInt(16) == 0) {
            return firstOfKey(words);
        }
        List<Function<Stream<E>, Stream<E>>> steps = new ArrayList<>();
        // Every second pipeline is short and simple, because such pipelines have their own code paths
        boolean simple = random.nextBoolean();
        for (int i = random.nextInt(simple ? 4 : 6); i > 0; i--) {
            steps.add(simple ? operations.simple(words) : operations.any(words));
        }
        Function<Stream<E>, @Nullable Object> terminal =
                simple && random.nextBoolean() ? terminals.entity(words) : terminals.any(words);
        return new Pipeline<>("stream()" + String.join("", words), List.copyOf(from.plain), stream -> {
            Stream<E> current = stream;
            for (Function<Stream<E>, Stream<E>> step : steps) {
                current = step.apply(current);
            }
            return terminal.apply(current);
        });
    }

    /**
     * Returns a pipeline for the first value of the rows with one key. This query is the most frequent and has its own
     * code path.
     */
    private Pipeline<E> firstOfKey(List<String> words) {
        Predicate<E> key = from.predicates.key(from.pick(from.comparables));
        words.add(".filter(" + key + ")");
        Function<Stream<E>, @Nullable Object> first = terminals.first(words);
        return new Pipeline<>(
                "stream()" + String.join("", words),
                List.copyOf(from.plain),
                stream -> first.apply(stream.filter(key)));
    }
}
