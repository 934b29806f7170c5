package org.speedwell.accelerator.stream;

import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * What every stream of one pipeline shares: whether it runs in parallel, what to do when it is closed, and who is told
 * when it leaves columns. For one thread, as streams are.
 */
final class StreamState {
    private final FallbackListener fallbacks;
    private boolean parallel;
    private boolean sizeHidden;
    private @Nullable Runnable onClose;

    StreamState(boolean parallel, FallbackListener fallbacks) {
        this.parallel = parallel;
        this.fallbacks = fallbacks;
    }

    FallbackListener fallbacks() {
        return fallbacks;
    }

    boolean isParallel() {
        return parallel;
    }

    void setParallel(boolean parallel) {
        this.parallel = parallel;
    }

    /** Whether the stream of a list would not know its size here, although we do. */
    boolean isSizeHidden() {
        return sizeHidden;
    }

    /**
     * Behind {@code distinct} the stream of a list does not know its size, and so runs the whole pipeline to count, with
     * all that users' functions do in it.
     */
    void hideSize() {
        sizeHidden = true;
    }

    /** Adds a handler; all run in the order in which they came, even where one throws. */
    void onClose(Runnable handler) {
        Runnable before = onClose;
        onClose = before == null ? handler : () -> runBoth(before, handler);
    }

    /** Runs the handlers, once. */
    void close() {
        Runnable handlers = onClose;
        onClose = null;
        if (handlers != null) {
            handlers.run();
        }
    }

    /** Hands mode and handlers over to a stream of the JDK. */
    <S extends BaseStream<?, S>> S applyTo(S stream) {
        S moded = parallel ? stream.parallel() : stream.sequential();
        return onClose == null ? moded : moded.onClose(this::close);
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
