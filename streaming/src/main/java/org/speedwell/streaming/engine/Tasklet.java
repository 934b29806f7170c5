package org.speedwell.streaming.engine;

/** A piece of work that shares a thread with others: each call does a little of it and never blocks. */
@FunctionalInterface
public interface Tasklet {
    Progress call();

    /** How many events, or totals of events, it has been given, as far as known to any thread. */
    default long received() {
        return 0;
    }

    /** Bytes of the tables that hold its state, as far as known to any thread. */
    default long stateBytes() {
        return 0;
    }
}
