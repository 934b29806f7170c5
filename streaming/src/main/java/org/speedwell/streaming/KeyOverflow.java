package org.speedwell.streaming;

/** What is done when an operation's state would hold more keys than {@link JobOptions#maxKeys}. */
public enum KeyOverflow {
    /** The job stops, and its error says how many keys there were. */
    STOP,
    /**
     * The keys that were seen longest ago, of a stateful map those that would expire first, of a hash join
     * those of which a row was read longest ago, are forgotten with their
     * results, a sixteenth of all at a time, and counted. A batch of events may go beyond the bound.
     */
    EVICT
}
