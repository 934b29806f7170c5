package org.speedwell.accelerator.arrow;

/** A column as Arrow shows it. Immutable and thread-safe. */
interface ExportedColumn {
    /** The number of rows that a pass reads at once. */
    int CHUNK = 1 << 11;

    ArrowField field();

    /** Returns the memory of some rows. The caller releases it, and keeps the table reachable until then. */
    ArrayData data(Batch batch);
}
