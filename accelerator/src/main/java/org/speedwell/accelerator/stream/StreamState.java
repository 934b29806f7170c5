package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;

/**
 * What every stream of one pipeline shares: whether it runs in parallel, what to do when it is closed, and who is told
 * when it leaves columns. For one thread, as streams are.
 */
final class StreamState {
    private final FallbackListener fallbacks;
    private final @Nullable ExecutionTrace profile;
    private boolean parallel;
    private boolean sizeHidden;
    private @Nullable Runnable onClose;

    /** The stream of the JDK that goes on with the pipeline, if one does: it then knows more of mode and handlers. */
    private @Nullable BaseStream<?, ?> successor;

    /** @param profile told what is done; null for all but pipelines that are to be explained */
    StreamState(boolean parallel, FallbackListener fallbacks, @Nullable ExecutionTrace profile) {
        this.parallel = parallel;
        this.fallbacks = fallbacks;
        this.profile = profile;
    }

    @Nullable
    ExecutionTrace profile() {
        return profile;
    }

    /** A run of a plan over a table in this pipeline's mode. */
    Execution execution(TableStore<?> table) {
        return new Execution(table, isParallel(), profile);
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

    /** Whether the stream of a list would not know its size here, although we do. */
    boolean isSizeHidden() {
        return sizeHidden;
    }

    /**
     * Hides the size behind {@code distinct} and {@code mapMulti}: there the stream of a list does not know its size. It runs the whole
     * pipeline to count, with all that users' functions do in it.
     */
    void hideSize() {
        sizeHidden = true;
    }

    /** Adds a handler; all run in the order in which they came, even where one throws. */
    void onClose(Runnable handler) {
        requireNonNull(handler);
        Runnable before = onClose;
        onClose = before == null ? handler : () -> runBoth(before, handler);
    }

    /** Runs the handlers, once; also those that were added where the pipeline went on. */
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

    /** Lets a stream of the JDK go on with the pipeline, with its mode and handlers. */
    <S extends BaseStream<?, S>> S goOn(S stream) {
        S next = setParallel(stream, parallel);
        successor = next;
        return onClose == null ? next : next.onClose(this::runHandlers);
    }

    /** What a second use of a stream throws. */
    static IllegalStateException used() {
        return new IllegalStateException("stream has already been operated upon or closed");
    }

    @SuppressWarnings("ReferenceEquality") // a failure cannot be suppressed by itself
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
