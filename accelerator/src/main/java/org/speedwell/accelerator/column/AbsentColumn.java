package org.speedwell.accelerator.column;

import org.speedwell.accelerator.memory.Lease;

/** A column that a load omits. It takes no memory and has no values; queries of it go to the database or fail. */
public final class AbsentColumn extends Column {
    private final String name;

    /**
     * Creates a column that is not loaded.
     *
     * @param name the column's name for messages
     */
    public AbsentColumn(int rows, String name) {
        super(rows, null);
        this.name = name;
    }

    /** Returns the same column with another number of rows. */
    public AbsentColumn resized(int newRows) {
        return new AbsentColumn(newRows, name);
    }

    @Override
    public AbsentColumn picked(int[] rows, Lease lease) {
        return resized(rows.length);
    }

    String name() {
        return name;
    }

    /** Returns true for any other absent column, because neither has values. */
    @Override
    boolean sharesValues(Column other, int row) {
        return other instanceof AbsentColumn;
    }

    @Override
    boolean hasValue(int row, Column other, int otherRow) {
        return other instanceof AbsentColumn;
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public String encoding() {
        return "not loaded";
    }

    /** @throws AbsentColumnException always */
    @Override
    Object value(int row) {
        throw columnNotLoadedException();
    }

    /** Creates the exception for a read of this column. The caller throws it. */
    public AbsentColumnException columnNotLoadedException() {
        return new AbsentColumnException(name);
    }
}
