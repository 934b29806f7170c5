package org.speedwell.streaming;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Events grouped by key. Immutable. */
public final class Keyed<T, K> {
    private final Events<T> events;
    private final @Nullable ToLongFunction<? super T> longKey;
    private final @Nullable Function<? super T, ? extends K> key;
    private final int operations;

    /** One of the two keys is null. */
    Keyed(
            Events<T> events,
            @Nullable ToLongFunction<? super T> longKey,
            @Nullable Function<? super T, ? extends K> key,
            int operations) {
        this.events = events;
        this.longKey = longKey;
        this.key = key;
        this.operations = operations;
    }

    /** Groups also by the windows that an event's time falls in. */
    public Windowed window(Window window) {
        return new Windowed(window, null);
    }

    /** Events grouped by key and window. Immutable. */
    public final class Windowed {
        private final Window window;
        private final @Nullable Consumer<? super T> onLate;

        private Windowed(Window window, @Nullable Consumer<? super T> onLate) {
            this.window = window;
            this.onLate = onLate;
        }

        /** Late events, which are counted and otherwise left out, are given to this handler. */
        public Windowed onLate(Consumer<? super T> handler) {
            return new Windowed(window, handler);
        }

        /** One result for each key and window that has events, once the watermark has closed the window. */
        public <R> Events<WindowResult<K, R>> aggregate(Aggregate<? super T, ?, R> aggregate) {
            return new Events<>(new WindowOrigin<>(events, longKey, key, window, onLate, aggregate), operations + 1);
        }
    }
}
