package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.monitor.ShadowDifference;
import org.speedwell.accelerator.monitor.ShadowStatistics;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.RecordedStream;
import org.speedwell.accelerator.verify.AlignedView;

/**
 * A background check that repeats a share of the queries that memory has answered. It runs each in memory and in the
 * database at one position, and reports the query if the answers differ at a second position too. Thread-safe.
 */
public final class Shadow implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Shadow.class.getName());

    /** The maximum number of waiting queries. */
    private static final int MAX_WAITING = 64;

    /** The maximum number of queries at one position. */
    private static final int MAX_AT_ONCE = 16;

    private final double share;
    private final Comparability comparability;

    /**
     * The setting whether functions are analyzed. This listener reports nothing, because these queries are not the
     * application's.
     */
    private final FallbackListener functions;

    private final Views views;
    private final BlockingQueue<WaitingQuery<?>> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final List<Consumer<ShadowDifference>> listeners = new CopyOnWriteArrayList<>();
    private final LongAdder equal = new LongAdder();
    private final LongAdder different = new LongAdder();
    private final LongAdder notComparable = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Thread thread =
            Thread.ofPlatform().name("speedwell-shadow").daemon().unstarted(this::run);

    private @Nullable DatabaseStreams database;

    private AnswerForm form = new AnswerForm(object -> object);

    /** A function that opens a moment that memory and database share. */
    @FunctionalInterface
    interface Views {
        AlignedView open() throws LoadException, InterruptedException;
    }

    /** A function that runs a pipeline over a table of the database. */
    @FunctionalInterface
    public interface DatabaseStreams {
        /**
         * Runs a pipeline over all rows of a table.
         *
         * @param connection the connection whose transaction the stream reads
         */
        <E> @Nullable Object run(
                TableId<E> table, Connection connection, Function<Stream<E>, @Nullable Object> pipeline);

        /**
         * Returns the values by which to compare an entity, as a list. Returns any other object, and an entity whose
         * {@code equals} compares its values, itself.
         */
        default Object values(Object object) {
            return object;
        }
    }

    /** A query to repeat. */
    private record WaitingQuery<E>(TableId<E> table, RecordedStream.Pipeline<E> pipeline) {}

    /** Creates the check for a store whose share is above 0. */
    Shadow(StoreConfiguration configuration, Views views) {
        this.share = configuration.shadow();
        this.comparability = new Comparability(configuration.shadowTrustsFunctions());
        this.functions = FallbackListener.silent(configuration.readsFunctions());
        this.views = views;
    }

    /** Starts the check. */
    public void start(DatabaseStreams streams) {
        database = streams;
        form = new AnswerForm(streams::values);
        thread.start();
    }

    void add(Consumer<ShadowDifference> listener) {
        listeners.add(requireNonNull(listener));
    }

    ShadowStatistics statistics() {
        return new ShadowStatistics(equal.sum(), different.sum(), notComparable.sum(), dropped.sum(), failed.sum());
    }

    /**
     * Returns an in-memory stream, which is recorded if it is in the sample to repeat.
     *
     * @param version the version of the table
     */
    <E> Stream<E> sampled(TableStore<E> table, Tables version, Stream<E> stream) {
        return ThreadLocalRandom.current().nextDouble() < share
                ? RecordedStream.recorded(stream, pipeline -> take(table, version, pipeline))
                : stream;
    }

    private <E> void take(TableStore<E> table, Tables version, RecordedStream.Pipeline<E> pipeline) {
        if (!comparability.isComparable(pipeline.steps(), table, version)) {
            notComparable.increment();
        } else if (!waiting.offer(new WaitingQuery<>(table.identifier(), pipeline))) {
            dropped.increment();
        }
    }

    private void run() {
        try {
            while (true) {
                try {
                    List<WaitingQuery<?>> some = new ArrayList<>(List.of(waiting.take()));
                    waiting.drainTo(some, MAX_AT_ONCE - 1);
                    compare(some);
                } catch (InterruptedException e) {
                    throw e;
                } catch (Throwable e) { // the others can still run
                    reportFailure(e);
                }
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void compare(List<WaitingQuery<?>> some) throws InterruptedException {
        List<WaitingQuery<?>> differ = new ArrayList<>();
        at(some, view -> query -> {
            if (isSame(query, view)) {
                equal.increment();
            } else {
                differ.add(query);
            }
        });
        if (!differ.isEmpty()) {
            at(differ, view -> query -> {
                if (!reportDifference(query, view)) {
                    equal.increment();
                }
            });
        }
    }

    /** Runs an action on queries at one position. Counts the failed ones, and continues with the others. */
    private void at(List<WaitingQuery<?>> some, Function<AlignedView, Consumer<WaitingQuery<?>>> what)
            throws InterruptedException {
        int done = 0;
        try (AlignedView view = views.open()) {
            Consumer<WaitingQuery<?>> ask = what.apply(view);
            for (WaitingQuery<?> query : some) {
                try {
                    ask.accept(query);
                } catch (AnswerForm.NotComparableException e) {
                    notComparable.increment();
                } catch (Throwable e) {
                    reportFailure(e);
                }
                done++;
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            for (; done < some.size(); done++) {
                reportFailure(e);
            }
        }
    }

    private void reportFailure(Throwable e) {
        failed.increment();
        LOG.log(System.Logger.Level.DEBUG, "A shadow query of the database failed", e);
    }

    /**
     * The answers of memory and of the database.
     *
     * @param memory an answer, or the exception with which the pipeline ended
     */
    private record Answers(
            @Nullable Object memory, @Nullable Object database) {
        boolean areSame(AnswerForm form) {
            return Comparability.isSame(form.of(memory), form.of(database));
        }
    }

    private boolean isSame(WaitingQuery<?> query, AlignedView view) {
        return answers(query, view).areSame(form);
    }

    private <E> Answers answers(WaitingQuery<E> query, AlignedView view) {
        TableStore<E> table = table(query, view);
        Object memory;
        try (Stream<E> stream = EntityStream.of(table, false, new VersionListener(functions, view.version()))) {
            memory = query.pipeline.on(stream);
        }
        return new Answers(memory, requireNonNull(database).run(query.table, view.connection(), query.pipeline::on));
    }

    private static <E> TableStore<E> table(WaitingQuery<E> query, AlignedView view) {
        TableStore<E> table = view.version().table(query.table);
        if (table == null) {
            throw new IllegalStateException(query.table + " is no longer in memory");
        }
        return table;
    }

    /** Returns whether the answers differ at this position too, and reports it if so. */
    private <E> boolean reportDifference(WaitingQuery<E> query, AlignedView view) {
        Answers answers = answers(query, view);
        if (answers.areSame(form)) {
            return false;
        }
        different.increment();
        ShadowDifference difference = new ShadowDifference(
                query.table.table(),
                query.pipeline.toString(),
                plan(query, view),
                view.version().version(),
                view.position(),
                answers.memory,
                answers.database);
        LOG.log(System.Logger.Level.WARNING, () -> "Memory and database differ: " + difference);
        ShadowEvent event = new ShadowEvent();
        if (event.isEnabled()) {
            event.table = difference.table();
            event.operations = difference.operations();
            event.version = difference.version();
            event.position = difference.position().toString();
            event.commit();
        }
        for (Consumer<ShadowDifference> listener : listeners) {
            try {
                listener.accept(difference);
            } catch (Throwable e) {
                LOG.log(System.Logger.Level.WARNING, "A listener of shadow differences threw an exception", e);
            }
        }
        return true;
    }

    private <E> Optional<Explanation> plan(WaitingQuery<E> query, AlignedView view) {
        try {
            return Optional.of(Explaining.explain(
                    table(query, view),
                    new ExecutionTrace(),
                    view.version(),
                    functions.readsFunctions(),
                    stream -> query.pipeline.on(stream)));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Stops the check; running queries end by themselves. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
