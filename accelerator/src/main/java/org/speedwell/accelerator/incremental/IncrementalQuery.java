package org.speedwell.accelerator.incremental;

import static java.util.Objects.requireNonNull;

import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.RecordedStream;
import org.speedwell.accelerator.stream.RecordedStream.Terminal;
import org.speedwell.accelerator.stream.StreamMethod;

/**
 * A query whose result follows the changes of the elements that it reads. The time of an update is proportional to the
 * number of changed elements. For one thread at a time.
 *
 * <p>The idea is that of incremental view maintenance: the result over the former elements is subtracted, and the
 * result over the new elements is added. Budiu et al., "DBSP: Automatic Incremental View Maintenance", VLDB 2023, describes the
 * general form.
 *
 * @param <E> the type of the elements: entities, or tuples of a join
 * @param <R> the type of the result
 */
public final class IncrementalQuery<E, R> implements RecordedStream.Answers {
    /** The operations that treat each element alone, or only order the elements. */
    private static final Set<StreamMethod> SEPARATE = EnumSet.of(
            StreamMethod.FILTER,
            StreamMethod.MAP,
            StreamMethod.MAP_TO_OBJ,
            StreamMethod.MAP_TO_INT,
            StreamMethod.MAP_TO_LONG,
            StreamMethod.MAP_TO_DOUBLE,
            StreamMethod.BOXED,
            StreamMethod.AS_LONG_STREAM,
            StreamMethod.UNORDERED,
            StreamMethod.SORTED);

    private final Function<? super Stream<E>, ? extends R> query;
    private final Reads reads = new Reads();

    /** The work of the terminal operation that runs next. */
    private Function<Terminal, @Nullable Object> work = this::first;

    private @Nullable Total<?> total;
    private @Nullable String refusal;
    private int terminals;
    private boolean isOpaque;
    private @Nullable Object answer;
    private R result;

    /** An exception that ends the query's function after its terminal operation, whose result is known by then. */
    private static final class Done extends RuntimeException {
        private static final long serialVersionUID = 1;
        private static final Done INSTANCE = new Done();

        private Done() {
            super("The query has run as far as its terminal operation.", null, false, false);
        }
    }

    /**
     * The elements of a stream of one version.
     *
     * @param <E> the type of the elements
     */
    @FunctionalInterface
    public interface Elements<E> {
        /**
         * Returns a stream of the elements.
         *
         * @param version receives fallbacks, and finds other tables of the version
         */
        Stream<E> stream(FallbackListener version);
    }

    /**
     * Elements that the query gained or lost.
     *
     * @param isAdded true if they are new, false if they are gone
     * @param version the version of the elements
     */
    public record Change<E>(boolean isAdded, Elements<E> elements, FallbackListener version) {}

    /**
     * Runs a query over all elements.
     *
     * @param query a function that returns the same result for equal elements, and has no side effects
     * @param otherReason a reason why the caller cannot update the query; null if it can
     * @throws IllegalArgumentException if the function runs no terminal operation
     */
    public IncrementalQuery(
            Function<? super Stream<E>, ? extends R> query,
            Elements<E> all,
            FallbackListener version,
            @Nullable String otherReason) {
        this.query = query;
        R first = run(all, version);
        if (first instanceof BaseStream<?, ?> || terminals == 0) {
            throw new IllegalArgumentException("The query has no terminal operation, so it has no result to maintain."
                    + " End it with count(), collect() or another.");
        }
        this.result = first;
        if (refusal == null) {
            refusal = terminals > 1 ? "the function runs several terminal operations" : otherReason;
        }
        if (refusal == null) {
            build(all, version);
        }
    }

    /** A listener that records what the engine needs besides the elements. */
    private static final class Reads {
        private final Set<TableId<?>> others = new LinkedHashSet<>();
        private @Nullable String fallback;

        FallbackListener of(FallbackListener version) {
            return new FallbackListener() {
                @Override
                public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {
                    fallback = operation + " " + reason;
                    version.fallback(table, operation, reason, function);
                }

                @Override
                public boolean readsFunctions() {
                    return version.readsFunctions();
                }

                @Override
                public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
                    others.add(identifier);
                    return version.table(identifier);
                }
            };
        }
    }

    /** Returns the result over the version that this query has followed last. */
    public R result() {
        return result;
    }

    /** Returns why the query is not incremental; null if it is. */
    public @Nullable String refusal() {
        return refusal;
    }

    /**
     * Returns whether the query calls functions that the engine cannot read. Its result may then depend on anything, for
     * example on other tables.
     */
    public boolean isOpaque() {
        return isOpaque;
    }

    /** Returns the other tables that the query has read so far. */
    public Set<TableId<?>> otherTables() {
        return Set.copyOf(reads.others);
    }

    /** Describes the state for people. */
    public String describe() {
        return total == null || refusal != null
                ? "computed from scratch: " + refusal
                : "incremental: " + total.describe();
    }

    /**
     * Updates the result.
     *
     * @param changes the elements that are gone, and those that are new
     * @param none no elements of the new version
     * @param version the new version
     * @throws NotIncrementalException if the query has become impossible to update; do not use it any more
     * @throws RuntimeException if the function throws, as over all elements; do not use the query any more
     */
    public void update(List<Change<E>> changes, Elements<E> none, FallbackListener version) {
        Total<?> updated = requireNonNull(total);
        changes.forEach(change -> apply(updated, change));
        Object next = updated.result();
        if (!Results.isSame(next, answer)) {
            answer = next;
            work = _ -> next;
            result = run(none, version);
        }
    }

    private void build(Elements<E> all, FallbackListener version) {
        Object expected = answer;
        try {
            Total<?> built = requireNonNull(total);
            apply(built, new Change<>(true, all, version));
            answer = built.result();
            if (!Results.isSame(answer, expected)) {
                throw new NotIncrementalException("its total differs from its result");
            }
        } catch (NotIncrementalException e) {
            refuse(e.getMessage());
        } catch (RuntimeException e) {
            refuse("it reads elements that the query itself does not read, and fails with " + e);
        }
    }

    private void refuse(@Nullable String reason) {
        total = null;
        refusal = reason;
    }

    /** Runs the function over changed elements as far as its terminal operation, and updates a total. */
    private <P> void apply(Total<P> to, Change<E> change) {
        work = terminal -> {
            P partial = to.partial(terminal.stream());
            if (change.isAdded) {
                to.add(partial);
            } else {
                to.subtract(partial);
            }
            throw Done.INSTANCE;
        };
        try {
            run(change.elements, change.version);
        } catch (Done e) {
            requireColumns();
            return;
        }
        throw new NotIncrementalException("the function catches the exceptions of its terminal operation");
    }

    private R run(Elements<E> elements, FallbackListener version) {
        reads.fallback = null;
        try (Stream<E> stream = RecordedStream.answered(elements.stream(reads.of(version)), this)) {
            return query.apply(stream);
        }
    }

    private void requireColumns() {
        if (reads.fallback != null) {
            throw new NotIncrementalException(reads.fallback);
        }
    }

    @Override
    public @Nullable Object answer(Terminal terminal) {
        return work.apply(terminal);
    }

    /** Runs the terminal operation, and chooses its total. */
    private @Nullable Object first(Terminal terminal) {
        terminals++;
        CollectorShape shape = terminal.shape();
        try {
            List<RecordedStream.Step> steps = terminal.steps();
            for (RecordedStream.Step step : steps.subList(0, steps.size() - 1)) {
                if (!SEPARATE.contains(step.method())) {
                    throw new NotIncrementalException(step.method() + " depends on other elements");
                }
            }
            total = Total.of(terminal, shape);
        } catch (NotIncrementalException e) {
            refusal = e.getMessage();
        }
        answer = terminal.run();
        String opaque = reads.fallback == null ? opaqueFunction(terminal, shape) : reads.fallback;
        if (opaque != null) {
            isOpaque = true;
            refusal = opaque;
        }
        return answer;
    }

    /**
     * Returns a reason if an operation on values has a function of the application, or a collector that columns do not
     * run. Such a function may read anything. A stream reports opaque functions of its elements as fallbacks.
     */
    private static @Nullable String opaqueFunction(Terminal terminal, @Nullable CollectorShape shape) {
        boolean isMapped = false;
        for (RecordedStream.Step step : terminal.steps()) {
            if (step.function() != null && (isMapped || step.ofNumbers())) {
                return step.method() + " of values calls a function, which may read anything";
            }
            isMapped |= step.method() == StreamMethod.MAP || step.method() == StreamMethod.MAP_TO_OBJ;
        }
        boolean isEncoded =
                terminal.argument() instanceof EncodingCollector<?, ?>; // a fallback if columns cannot run it
        return terminal.method() == StreamMethod.COLLECT && shape == null && !isEncoded
                ? "collect uses a collector that columns cannot run"
                : null;
    }
}
