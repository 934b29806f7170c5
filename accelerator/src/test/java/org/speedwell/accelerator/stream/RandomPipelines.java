package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
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

    RandomPipelines(RandomTable<E> table, boolean parallel, RandomGenerator random) {
        Ingredients<E> from = new Ingredients<>(table, parallel, random);
        this.random = random;
        this.operations = new RandomOperations<>(from);
        this.terminals = new RandomTerminals<>(from);
    }

    /** One pipeline: what it does, in words, and the doing. */
    record Pipeline<E>(String description, Function<Stream<E>, @Nullable Object> run) {
        /** Whether it ends in the count of entities. */
        boolean isCount() {
            return description.endsWith(RandomTerminals.COUNT);
        }
    }

    Pipeline<E> next() {
        List<String> words = new ArrayList<>();
        List<Function<Stream<E>, Stream<E>>> steps = new ArrayList<>();
        // Every second pipeline is short and simple: those are the ones with paths of their own
        boolean simple = random.nextBoolean();
        for (int i = random.nextInt(simple ? 4 : 6); i > 0; i--) {
            steps.add(simple ? operations.simple(words) : operations.any(words));
        }
        Function<Stream<E>, @Nullable Object> terminal =
                simple && random.nextBoolean() ? terminals.entity(words) : terminals.any(words);
        return new Pipeline<>("stream()" + String.join("", words), stream -> {
            Stream<E> current = stream;
            for (Function<Stream<E>, Stream<E>> step : steps) {
                current = step.apply(current);
            }
            return terminal.apply(current);
        });
    }
}
