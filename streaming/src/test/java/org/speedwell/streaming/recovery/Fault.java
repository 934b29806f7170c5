package org.speedwell.streaming.recovery;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Throws once, at one place, the n-th time that it is passed. Thread-safe. */
final class Fault {
    static final List<Supplier<Throwable>> KINDS = List.of(
            () -> new IllegalStateException("on purpose"),
            () -> new IOException("on purpose"),
            () -> new Exception("on purpose"),
            () -> new AssertionError("on purpose"),
            () -> new OutOfMemoryError("on purpose"),
            () -> new StackOverflowError("on purpose"),
            () -> new InterruptedException("on purpose"),
            Silent::new,
            SilentError::new,
            () -> new LinkageError("on purpose"));

    private final String place;
    private final Throwable kind;
    private final AtomicInteger left;
    private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();

    /** Says nothing of itself but throws. */
    private static final class Silent extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    private static final class SilentError extends Error {
        @Override
        public String toString() {
            throw new IllegalStateException("no words");
        }
    }

    Fault(String place, Throwable kind, int at) {
        this.place = place;
        this.kind = kind;
        this.left = new AtomicInteger(at);
    }

    static Fault none() {
        return new Fault("nowhere", new Exception(), 0);
    }

    void pass(String at) {
        if (at.equals(place) && left.decrementAndGet() == 0) {
            thrown.set(kind);
            Fault.<RuntimeException>raise(kind);
        }
    }

    /** What was thrown; null if the place was not passed so often. */
    @Nullable
    Throwable thrown() {
        return thrown.get();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void raise(Throwable any) throws E {
        throw (E) any;
    }
}
