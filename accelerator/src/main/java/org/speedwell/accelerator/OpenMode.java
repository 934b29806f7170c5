package org.speedwell.accelerator;

/** The ways to open a snapshot from a file. */
public enum OpenMode {
    /** Maps the file, verifies all of it, and then publishes the version. This is the default. */
    VERIFIED,

    /**
     * Maps the file and publishes the version at once. A background thread verifies all tables. The first stream over a
     * table waits until that table is verified.
     *
     * <p>If a table is damaged, the store withdraws the version and keeps serving the previous one. It keeps the
     * previous version until it has verified all tables.
     */
    LAZY,

    /**
     * Maps the file and publishes the version at once. The first stream over a table waits only until the checksums of
     * that table are verified. A background thread then checks the values. The store treats damage as with
     * {@link #LAZY}, but queries may have read a damaged table before.
     *
     * <p>Use it only for a file that no untrusted user can write. Checksums detect accidental changes. A forged file
     * may have correct checksums. It may then give wrong answers or crash the JVM before the check finds the damage.
     */
    TRUSTED,

    /**
     * Reads the file into memory, verifies all of it, and then publishes the version. The memory counts in the memory
     * budget. Later changes of the file have no effect.
     */
    COPIED
}
