package org.speedwell.generator.runtime;

/** The values of one column by row number, in the classes that the entities use. Immutable and thread-safe. */
public interface ColumnValues {
    /** Returns whether every row has a value. */
    boolean isComplete();

    /** Returns whether the row has a value. The other methods accept only rows that have one. */
    boolean has(int row);

    /** Returns the value, boxed if it is a primitive. The caller chooses the class, and nothing checks it. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // the setter determines T, so generated code need not name it
    <T> T at(int row);

    /** Returns a whole number, widened to {@code long}. */
    long longAt(int row);

    /** Returns a floating-point number, widened to {@code double}. */
    double doubleAt(int row);
}
