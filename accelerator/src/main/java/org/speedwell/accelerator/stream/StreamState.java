package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;

/**
 * The shared state of all streams of one pipeline: the parallel mode, the close handlers, and the listener of
 * fallbacks. For one thread, like all streams.
 */
final class StreamState {
    private final FallbackListener fallbacks;
    private final @Nullable ExecutionTrace trace;
    private boolean parallel;
    private boolean sizeHidden;
    private @Nullable Runnable onClose;

    /** The JDK stream that continues the pipeline, if there is one. It then owns the mode and the handlers. */
    private @Nullable BaseStream<?, ?> successor;

    /**
     * Creates the state.
     *
     * @param trace the trace of an explained pipeline; null for all other pipelines
     */
    StreamState(boolean parallel, FallbackListener fallbacks, @Nullable ExecutionTrace trace) {
        this.parallel = parallel;
        this.fallbacks = fallbacks;
        this.trace = trace;
    }

    @Nullable
    ExecutionTrace trace() {
        return trace;
    }

    /** Returns a new execution of plans over a table in this pipeline's mode. */
    Execution execution(TableStore<?> table) {
        return new Execution(table, isParallel(), trace);
    }

    FallbackListener fallbacks() {
        return fallbacks;
    }

    boolean isParallel() {
        return successor == null ? parallel : successor.isParallel();
    }

    void setParallel(boolean parallel) {
        this.parallel = parallel;
        if (successor != null) {
            setParallel(successor, parallel);
        }
    }

    static <S extends BaseStream<?, ? extends S>> S setParallel(S stream, boolean parallel) {
        return parallel ? stream.parallel() : stream.sequential();
    }

    /**
     * Returns whether the equivalent stream of a list would not know its size at this operation, although the engine
     * knows it.
     */
    boolean isSizeHidden() {
        return sizeHidden;
    }

    /**
     * Hides the size after {@code distinct} and {@code mapMulti}, where the stream of a list does not know its size. To
     * count, the pipeline then runs as a whole, with all users' functions in it.
     */
    void hideSize() {
        sizeHidden = true;
    }

    /** Adds a handler. All handlers run in the order in which they were added, even if one throws an exception. */
    void onClose(Runnable handler) {
        requireNonNull(handler);
        Runnable before = onClose;
        onClose = before == null ? handler : () -> runBoth(before, handler);
    }

    /** Runs the handlers once, including those that were added to the JDK stream that continues the pipeline. */
    void close() {
        if (successor == null) {
            runHandlers();
        } else {
            successor.close();
        }
    }

    private void runHandlers() {
        Runnable handlers = onClose;
        onClose = null;
        if (handlers != null) {
            handlers.run();
        }
    }

    /** Makes a JDK stream continue the pipeline, and gives it the pipeline's mode and handlers. */
    <S extends BaseStream<?, S>> S continueOn(S stream) {
        S next = setParallel(stream, parallel);
        successor = next;
        return onClose == null ? next : next.onClose(this::runHandlers);
    }

    /** Returns the exception for a second use of a stream. */
    static IllegalStateException used() {
        return new IllegalStateException("stream has already been operated upon or closed");
    }

    @SuppressWarnings("ReferenceEquality") // an exception cannot suppress itself
    private static void runBoth(Runnable first, Runnable second) {
        try {
            first.run();
        } catch (Throwable failure) {
            try {
                second.run();
            } catch (Throwable further) {
                if (further != failure) {
                    failure.addSuppressed(further);
                }
            }
            throw failure;
        }
        second.run();
    }
}
