package org.speedwell.accelerator.column;

import org.speedwell.accelerator.memory.Lease;

/** A column that was left in the database: it takes no memory and gives no value. */
public final class AbsentColumn extends Column {
    private final String name;

    /** A column of so many rows; the name is for the message of whoever asks for a value. */
    public AbsentColumn(int rows, String name) {
        super(rows, null);
        this.name = name;
    }

    /** The same for another number of rows. */
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

    /** There is nothing to differ. */
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
        throw asked();
    }

    /** To be thrown where a value of it would be needed. */
    public AbsentColumnException asked() {
        return new AbsentColumnException(name);
    }
}
