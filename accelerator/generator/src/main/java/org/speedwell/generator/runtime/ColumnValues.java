package org.speedwell.generator.runtime;

/** The values of one column, row by row, in the classes of the entities. Immutable and thread-safe. */
public interface ColumnValues {
    /** Whether the row has a value; those below may only be asked for one that has. */
    boolean has(int row);

    /** The value, boxed if it is a primitive; the class is what the caller says, unchecked. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // it is the setter's, which generated code need not name
    <T> T at(int row);

    /** The value of a whole number, widened. */
    long longAt(int row);

    /** The value of a floating-point number, widened. */
    double doubleAt(int row);
}
