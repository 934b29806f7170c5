package org.speedwell.accelerator.incremental;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.RecordedStream;
import org.speedwell.accelerator.stream.RecordedStream.Terminal;
import org.speedwell.accelerator.stream.StreamMethod;

/**
 * A query whose result follows the changes of its table. The time of an update is proportional to the number of changed
 * rows. For one thread at a time.
 *
 * <p>The idea is that of incremental view maintenance: the result over the former rows is subtracted, and the result
 * over the new rows is added. Budiu et al., "DBSP: Automatic Incremental View Maintenance", VLDB 2023, describes the
 * general form.
 *
 * @param <E> the type of the entities
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

    private static final int[] NO_ROWS = {};

    private final Function<? super Stream<E>, ? extends R> query;
    private final Reads reads = new Reads();

    /** The work of the terminal operation that runs next. */
    private Function<Terminal, @Nullable Object> work = this::first;

    private @Nullable Total<?> total;
    private @Nullable String refusal;
    private int terminals;
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
     * Runs a query over a whole table.
     *
     * @param query a function that returns the same result for equal rows, and has no side effects
     * @param version receives fallbacks, and finds the other tables of the version
     * @throws IllegalArgumentException if the function runs no terminal operation
     */
    public IncrementalQuery(
            Function<? super Stream<E>, ? extends R> query, TableStore<E> table, FallbackListener version) {
        this.query = query;
        R first = run(EntityStream.of(table, false, reads.of(version)));
        if (first instanceof BaseStream<?, ?> || terminals == 0) {
            throw new IllegalArgumentException("The query has no terminal operation, so it has no result to maintain."
                    + " End it with count(), collect() or another.");
        }
        this.result = first;
        this.refusal = terminals > 1 ? "the function runs several terminal operations" : refusal;
        if (refusal == null && !reads.isOnlyOwnTable()) {
            refusal = "it reads other tables";
        }
        if (refusal == null) {
            build(table, version);
        }
    }

    /** A listener that records what the engine needs besides the rows of the table. */
    private static final class Reads {
        private final Set<TableId<?>> others = new LinkedHashSet<>();
        private @Nullable String fallback;

        boolean isOnlyOwnTable() {
            return others.isEmpty();
        }

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

    /** Returns the other tables that the query has read so far. */
    public Set<TableId<?>> otherTables() {
        return Set.copyOf(reads.others);
    }

    /** Describes the state for people. */
    public String describe() {
        return total == null ? "computed from scratch: " + refusal : "incremental: " + total.describe();
    }

    /**
     * Updates the result.
     *
     * @param former the version of the table that the query has followed last
     * @param rows the ids of the rows that may differ between both versions
     * @throws NotIncrementalException if the query has become impossible to update; do not use it any more
     * @throws RuntimeException if the function throws, as over the whole table; do not use the query any more
     */
    public void update(
            TableStore<E> former,
            FallbackListener formerTables,
            TableStore<E> latter,
            FallbackListener latterTables,
            int[] rows) {
        Total<?> updated = requireNonNull(total);
        apply(updated, false, former, formerTables, rows);
        apply(updated, true, latter, latterTables, rows);
        finish(updated, latter, latterTables);
    }

    private void build(TableStore<E> table, FallbackListener version) {
        Object expected = answer;
        try {
            Total<?> built = requireNonNull(total);
            work = terminal -> addAll(built, terminal);
            runToTerminal(EntityStream.of(table, false, reads.of(version)));
            answer = built.result();
            if (!Results.isSame(answer, expected)) {
                throw new NotIncrementalException("its total differs from its result");
            }
        } catch (NotIncrementalException e) {
            refuse(e.getMessage());
        } catch (RuntimeException e) {
            refuse("it reads rows that the query itself does not read, and fails with " + e);
        }
    }

    private void refuse(@Nullable String reason) {
        total = null;
        refusal = reason;
    }

    private <P> void apply(
            Total<P> to, boolean isAdded, TableStore<E> table, FallbackListener version, int[] candidates) {
        int[] rows = Arrays.stream(candidates).filter(table::isPresent).toArray();
        if (rows.length > 0) {
            work = terminal -> {
                P partial = to.partial(terminal.stream());
                if (isAdded) {
                    to.add(partial);
                } else {
                    to.subtract(partial);
                }
                throw Done.INSTANCE;
            };
            runToTerminal(EntityStream.ofRows(table, rows, reads.of(version)));
        }
    }

    private static <P> Object addAll(Total<P> to, Terminal terminal) {
        to.add(to.partial(terminal.stream()));
        throw Done.INSTANCE;
    }

    /** Runs the function again with the new answer, if that differs from the former one. */
    private void finish(Total<?> updated, TableStore<E> table, FallbackListener version) {
        Object next = updated.result();
        if (!Results.isSame(next, answer)) {
            answer = next;
            work = _ -> next;
            result = run(EntityStream.ofRows(table, NO_ROWS, reads.of(version)));
        }
    }

    private R run(Stream<E> of) {
        reads.fallback = null;
        try (Stream<E> stream = RecordedStream.answered(of, this)) {
            return query.apply(stream);
        }
    }

    private void runToTerminal(Stream<E> of) {
        try {
            run(of);
        } catch (Done e) {
            requireColumns();
            return;
        }
        throw new NotIncrementalException("the function catches the exceptions of its terminal operation");
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
        try {
            List<RecordedStream.Step> steps = terminal.steps();
            for (RecordedStream.Step step : steps.subList(0, steps.size() - 1)) {
                if (!SEPARATE.contains(step.method())) {
                    throw new NotIncrementalException(step.method() + " depends on other elements");
                }
            }
            total = Total.of(terminal);
        } catch (NotIncrementalException e) {
            refusal = e.getMessage();
        }
        answer = terminal.run();
        if (reads.fallback != null) {
            refusal = reads.fallback;
        }
        return answer;
    }
}
