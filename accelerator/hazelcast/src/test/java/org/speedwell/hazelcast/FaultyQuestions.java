package org.speedwell.hazelcast;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.speedwell.sakila.Film;

/** Queries that hang, fail or cannot be sent. */
final class FaultyQuestions {
    private FaultyQuestions() {}

    /** The latches of a query that hangs. */
    static final class Hung {
        private static final Map<String, Hung> ALL = new ConcurrentHashMap<>();

        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);

        static Hung of(String name) {
            return ALL.computeIfAbsent(name, _ -> new Hung());
        }
    }

    /** Counts rows. At one part it waits until the test releases or interrupts it. */
    record Hanging(String name, int number, int of) implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            if (part.number() == number && part.of() == of) {
                Hung hung = Hung.of(name);
                hung.entered.countDown();
                try {
                    hung.released.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("interrupted", e);
                }
            }
            return part.stream();
        }
    }

    record Failing(int number) implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            if (part.number() == number) {
                throw new IllegalStateException("no answer from " + number);
            }
            return part.stream();
        }
    }

    /** Fails with an error, not an exception. */
    record Breaking(int number) implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            if (part.number() == number) {
                throw new OutOfMemoryError("of the test");
            }
            return part.stream();
        }
    }

    record HoldsPredicate(Predicate<Film> predicate) implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            return part.stream().filter(predicate);
        }
    }

    /** A serializable predicate, such as a lambda can be. */
    interface Sent extends Predicate<Film>, java.io.Serializable {}

    record AnswersStream() implements ClusterQuery<Film, Stream<Film>, Long> {
        @Override
        public Stream<Film> part(TablePart<Film> part) {
            return part.stream();
        }

        @Override
        public Long combine(List<Stream<Film>> parts) {
            return parts.stream().filter(Objects::nonNull).count();
        }
    }

    record All() implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            return part.stream();
        }
    }
}
