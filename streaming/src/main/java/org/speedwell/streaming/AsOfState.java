package org.speedwell.streaming;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.keyed.Results;

/** The state of one key in an {@link AsOfJoin}: the events that wait, and the versions that they may meet. */
final class AsOfState<T, U> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final TimedRows<T> waiting = new TimedRows<>();
    private final TimedRows<Version<U>> versions = new TimedRows<>();

    /** A version of a key; null from the time on at which no version is valid. */
    private record Version<U>(@Nullable U value) implements Serializable {}

    /** Adds an event. Returns false if it is late. */
    boolean add(T event, long time, long watermark) {
        if (time < watermark) {
            return false;
        }
        waiting.add(time, event);
        return true;
    }

    /** Adds a version. Returns false if a later version is valid already for all events that can still come. */
    boolean addVersion(U version, boolean removes, long time, long watermark) {
        int valid = valid(watermark);
        if (valid >= 0 && versions.time(valid) > time) {
            return false;
        }
        versions.add(time, new Version<>(removes ? null : version));
        return true;
    }

    /** Returns the index of the version that is valid at a time, or −1 if there is none. */
    private int valid(long time) {
        return (time == Long.MAX_VALUE ? versions.size() : versions.before(time + 1)) - 1;
    }

    /** Returns the time at which the first waiting event meets its version, or a second version becomes valid. */
    long alarm() {
        return Math.min(
                waiting.isEmpty() ? Long.MAX_VALUE : waiting.firstTime() + 1,
                versions.size() < 2 ? Long.MAX_VALUE : versions.time(1));
    }

    /** Joins the events before a time, and forgets the versions that are valid only before it. */
    <R> void join(long time, BiFunction<T, Optional<U>, Optional<? extends R>> function, Results<? super R> results) {
        List<T> events = waiting.takeBefore(time);
        int valid = valid(time - 1);
        Optional<U> version = valid < 0
                ? Optional.empty()
                : Optional.ofNullable(versions.get(valid).value());
        versions.removeFirst(Math.max(0, valid(time)));
        for (T event : events) {
            function.apply(event, version).ifPresent(result -> results.accept(result, time - 1));
        }
    }

    /** Returns the time at which the state ends, if its latest event or version has a time. */
    long expiry(long latest, long life) {
        if (waiting.isEmpty() && versions.isEmpty()) {
            return Long.MIN_VALUE;
        }
        return life == Long.MAX_VALUE ? life : Math.max(latest + life, waiting.isEmpty() ? latest : latest + 1);
    }
}
