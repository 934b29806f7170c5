package org.speedwell.streaming.recovery;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A fault that throws once, when its place is passed for the n-th time. Thread-safe. */
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
    private final AtomicInteger remaining;
    private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();

    /** An exception whose message cannot be read. */
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
        this.remaining = new AtomicInteger(at);
    }

    static Fault none() {
        return new Fault("nowhere", new Exception(), 0);
    }

    void pass(String at) {
        if (at.equals(place) && remaining.decrementAndGet() == 0) {
            thrown.set(kind);
            Fault.<RuntimeException>raise(kind);
        }
    }

    /** Returns the thrown object, or null if the place was not passed often enough. */
    @Nullable
    Throwable thrown() {
        return thrown.get();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void raise(Throwable any) throws E {
        throw (E) any;
    }
}
