package org.speedwell.bench.htap;

/** A kind of phase of the run. */
enum Phase {
    WITHOUT("full rate, no replication", false),
    FOLLOWING("full rate, replication and maintained queries", false),
    ANALYST("full rate, replication, maintained queries and 1 analyst", true),
    PART_FOLLOWING("half the rate, replication and maintained queries", false),
    PART_ANALYST("half the rate, replication, maintained queries and 1 analyst", true);

    private final String title;
    private final boolean hasAnalyst;

    Phase(String title, boolean hasAnalyst) {
        this.title = title;
        this.hasAnalyst = hasAnalyst;
    }

    String title() {
        return title;
    }

    /** Returns whether a thread asks analytical questions meanwhile. */
    boolean hasAnalyst() {
        return hasAnalyst;
    }
}
