package org.speedwell.accelerator;

/** How a snapshot is opened from a file. */
public enum OpenMode {
    /** The file is mapped, verified as a whole, and then published. The default. */
    VERIFIED,

    /**
     * The file is mapped and published at once. Each table is verified when the first stream asks for it, which waits for
     * that, and all of them meanwhile in the background. Where one is damaged, the version is withdrawn, and the one before
     * it goes on serving; until all are verified, that one is kept.
     */
    LAZY,

    /**
     * The file is read into memory, which counts in the memory budget, verified as a whole, and then published: whatever
     * becomes of the file afterwards is of no concern.
     */
    COPIED
}
