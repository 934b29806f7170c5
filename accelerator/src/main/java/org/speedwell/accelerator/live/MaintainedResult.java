package org.speedwell.accelerator.live;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.Snapshot;

/** The result of a maintained query over one version. Thread-safe. */
sealed interface MaintainedResult<R> {
    /** Returns the result. */
    R get();

    /** Returns whether the result is known, so that {@link #get} does not compute it. */
    default boolean isKnown() {
        return true;
    }

    /** A known result. */
    record Known<R>(R get) implements MaintainedResult<R> {}

    /** A result that the first caller computes. It then no longer needs the version. */
    final class Pending<R> implements MaintainedResult<R> {
        private final Computation<R> computation;
        private @Nullable Snapshot version;
        private @Nullable RuntimeException failure;
        private volatile @Nullable Known<R> known;

        Pending(Computation<R> computation, Snapshot version) {
            this.computation = computation;
            this.version = version;
        }

        /** The computation of a result over a version. */
        @FunctionalInterface
        interface Computation<R> {
            R over(Snapshot version);
        }

        @Override
        public boolean isKnown() {
            return known != null;
        }

        @Override
        public R get() {
            Known<R> done = known;
            return done == null ? compute() : done.get();
        }

        private synchronized R compute() {
            Snapshot of = version;
            if (of != null) {
                try {
                    known = new Known<>(computation.over(of));
                } catch (RuntimeException e) {
                    failure = e;
                }
                version = null;
            }
            Known<R> done = known;
            if (done == null) {
                throw failure == null ? new IllegalStateException("The computation of the result failed.") : failure;
            }
            return done.get();
        }
    }
}
