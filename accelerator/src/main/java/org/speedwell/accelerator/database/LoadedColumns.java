package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.text.ValueText;

/**
 * The loaded columns of a table, in the model's order, with the database's description of each. Decides which bad
 * values become NULL. Immutable.
 *
 * @param found the database's descriptions of the columns, in the same order
 * @param isNullIfBad returns whether a bad value of a column becomes NULL, if the column can hold NULL
 */
public record LoadedColumns<E>(
        TableModel<E> model,
        List<ColumnModel<E>> columns,
        List<DatabaseColumn> found,
        Predicate<ColumnId> isNullIfBad) {

    /**
     * Returns those columns of a model that are loaded.
     *
     * @param all the database's description of each column of the model
     */
    public static <E> LoadedColumns<E> of(
            TableModel<E> model,
            List<DatabaseColumn> all,
            Predicate<ColumnId> isLoaded,
            Predicate<ColumnId> isNullIfBad) {
        List<ColumnModel<E>> columns = new ArrayList<>();
        List<DatabaseColumn> found = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (isLoaded.test(model.columns().get(i).identifier())) {
                columns.add(model.columns().get(i));
                found.add(all.get(i));
            }
        }
        return new LoadedColumns<>(model, List.copyOf(columns), List.copyOf(found), isNullIfBad);
    }

    /**
     * Returns the loaded columns of a table as the database describes them now.
     *
     * @throws TableException if the table differs from the model; the message names every difference
     */
    public static <E> LoadedColumns<E> of(
            TableModel<E> model, Connection connection, Predicate<ColumnId> isLoaded, Predicate<ColumnId> isNullIfBad)
            throws LoadException, SQLException {
        List<DatabaseColumn> all =
                DatabaseColumns.of(connection, model.schemaName(), isLoaded).matching(model);
        return of(model, all, isLoaded, isNullIfBad);
    }

    /**
     * Creates a builder for the values of a column, in the form that the driver returns.
     *
     * @throws TableException if a column cannot store the values
     */
    public ColumnBuilder builder(int column) throws LoadException {
        ColumnModel<E> model = columns.get(column);
        DatabaseColumn database = found.get(column);
        try {
            MySqlType type = database.type().orElseThrow();
            if (this.model.keyColumns().contains(model.name())
                    && ColumnBuilder.isBinary(type, model.valueClass(), model.mapper())) {
                return ColumnBuilder.ofBinaryKeys(model.mapper());
            }
            return ColumnBuilder.of(
                    type,
                    database.precision(),
                    database.scale(),
                    model.valueClass(),
                    model.databaseClass(),
                    model.mapper());
        } catch (IllegalArgumentException e) {
            throw TableException.of(
                    "Table " + this.model + ", column " + model.name() + ": " + e.getMessage()
                            + ". Leave the column out with withoutColumn.",
                    e);
        }
    }

    /** Returns whether a bad value of a column becomes NULL. */
    public boolean becomesNull(int column) {
        ColumnModel<E> bad = columns.get(column);
        return canBeNull(bad) && isNullIfBad.test(bad.identifier());
    }

    /**
     * Returns whether a column can hold NULL. With NULL in their keys, two rows that differ in the key alone would
     * become equal.
     */
    private boolean canBeNull(ColumnModel<E> column) {
        return !column.primitive() && !isKey(column);
    }

    private boolean isKey(ColumnModel<E> column) {
        return model.keyColumns().contains(column.name());
    }

    /** Creates the exception for a value that does not fit the model. Its message says what to do. */
    public TableException incompatibleValue(String row, int column, Exception reason) {
        ColumnModel<E> bad = columns.get(column);
        return TableException.of(
                "Table " + model + ", column " + bad.name() + ", row " + ValueText.escaped(row)
                        + ": the value does not fit the model: "
                        + ValueText.escaped(String.valueOf(reason.getMessage()))
                        + ". Correct the row. If the column has changed, regenerate speedment.json or change the class."
                        + BadValueCount.remedy(found.get(column), reason, isKey(bad), canBeNull(bad))
                        + " Or leave the column out with withoutColumn"
                        + (canBeNull(bad) ? ", or load such values as NULL with badValue(BadValue.NULL)." : "."),
                ValueText.escaped(reason));
    }
}
