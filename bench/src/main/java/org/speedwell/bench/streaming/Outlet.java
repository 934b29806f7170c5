package org.speedwell.bench.streaming;

/** A consumer of results. The engine's threads call it. */
@FunctionalInterface
interface Outlet {
    /**
     * Takes a result.
     *
     * @param time the ideal time of the result in milliseconds since 1970: the end of its window, or the time of its
     * event
     * @param key the key of the result
     * @param value the result itself
     */
    void accept(long time, Object key, Object value);
}
