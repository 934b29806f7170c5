package org.speedwell.bench.streaming;

/** Where results go. Called by the engine's threads. */
@FunctionalInterface
interface Outlet {
    /**
     * Takes a result.
     *
     * @param time milliseconds since 1970 at which it could ideally be known: the end of its window, or its event
     * @param key what it is of
     * @param value what it is
     */
    void accept(long time, Object key, Object value);
}
