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
 * Random stream pipelines over one table: operations of every kind through fields, expressions and opaque lambdas, and
 * terminals of all four kinds of streams. What a parallel stream leaves open, only sequential ones are asked: any element,
 * sums of doubles, which of several exceptions comes first.
 */
final class RandomPipelines<E> {
    private final RandomGenerator random;
    private final RandomOperations<E> operations;
    private final RandomTerminals<E> terminals;
    private final Ingredients<E> from;

    /**
     * Pipelines over a table of so many rows.
     *
     * @param values what operands are chosen from
     * @param shapes operations with plain lambdas
     */
    RandomPipelines(RandomEntities<E> values, PlainShapes shapes, int rows, boolean parallel, RandomGenerator random) {
        from = new Ingredients<>(values, shapes, rows, parallel, random);
        this.random = random;
        this.operations = new RandomOperations<>(from);
        this.terminals = new RandomTerminals<>(from);
    }

    /** One pipeline: what it does, in words, its operations with plain lambdas, and the doing. */
    record Pipeline<E>(String description, List<PlainOperation<E>> plain, Function<Stream<E>, @Nullable Object> run) {
        /** Whether it ends in the count of entities. */
        boolean isCount() {
            return description.endsWith(RandomTerminals.COUNT);
        }

        /** What it gives of a stream; where it throws, the class of what it throws. */
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

    /** Fails unless both answers are the same, and tells where they begin to differ. */
    static void assertSame(String description, @Nullable Object actual, @Nullable Object expected) {
        if (!Objects.equals(actual, expected)) {
            assertThat(firstDifference(actual, expected)).as(description).isEmpty();
        }
    }

    /** Long lists differ in few places. */
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
        // Every second pipeline is short and simple: those are the ones with paths of their own
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

    /** The first value of the rows that have one key, as is asked most often, and has a path of its own. */
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
