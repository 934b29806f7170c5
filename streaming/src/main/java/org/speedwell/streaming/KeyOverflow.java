package org.speedwell.streaming;

/** The response when an operation's state would hold more keys than {@link JobOptions#maxKeys}. */
public enum KeyOverflow {
    /** The job stops, and its error states the number of keys. */
    STOP,
    /**
     * The operation evicts a sixteenth of its keys at a time, with their results, and counts them. It evicts the keys
     * seen longest ago. A stateful map evicts the keys that would expire first, and a hash join those whose rows it
     * read longest ago. A batch of events may exceed the limit.
     */
    EVICT
}
