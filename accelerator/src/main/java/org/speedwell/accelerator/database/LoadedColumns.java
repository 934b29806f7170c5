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
 * The columns of a table that are in memory, in the model's order, what the database says of each, and what becomes of values
 * that do not fit. Immutable.
 *
 * @param found what the database said of the columns, in their order
 * @param isNullIfBad in which columns a value that cannot be loaded becomes NULL, if NULL can be held there
 */
public record LoadedColumns<E>(
        TableModel<E> model,
        List<ColumnModel<E>> columns,
        List<DatabaseColumn> found,
        Predicate<ColumnId> isNullIfBad) {

    /** Those of all columns that are loaded; {@code all} is what the database says of each of the model. */
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
     * Those of a table as the database has it now.
     *
     * @throws TableException naming every difference to the model
     */
    public static <E> LoadedColumns<E> of(
            TableModel<E> model, Connection connection, Predicate<ColumnId> isLoaded, Predicate<ColumnId> isNullIfBad)
            throws LoadException, SQLException {
        List<DatabaseColumn> all =
                DatabaseColumns.of(connection, model.schemaName(), isLoaded).matching(model);
        return of(model, all, isLoaded, isNullIfBad);
    }

    /**
     * A new builder for the values of a column as the driver gives them.
     *
     * @throws TableException if they cannot be stored
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
                            + ". Leave the column out by withoutColumn.",
                    e);
        }
    }

    /** Whether a value of a column that cannot be loaded becomes NULL. */
    public boolean becomesNull(int column) {
        ColumnModel<E> bad = columns.get(column);
        return canBeNull(bad) && isNullIfBad.test(bad.identifier());
    }

    /** Two rows that differ in their keys alone would be equal if these became NULL. */
    private boolean canBeNull(ColumnModel<E> column) {
        return !column.primitive() && !isKey(column);
    }

    private boolean isKey(ColumnModel<E> column) {
        return model.keyColumns().contains(column.name());
    }

    /** What is wrong with a value, and what to do. */
    public TableException misfit(String row, int column, Exception reason) {
        ColumnModel<E> bad = columns.get(column);
        return TableException.of(
                "Table " + model + ", column " + bad.name() + ", row " + ValueText.escaped(row)
                        + ": a value that does not fit the model: "
                        + ValueText.escaped(String.valueOf(reason.getMessage()))
                        + ". Correct the row, or regenerate speedment.json if the column has changed."
                        + BadValueCount.remedy(found.get(column), reason, isKey(bad), canBeNull(bad))
                        + " Or leave the column out by withoutColumn"
                        + (canBeNull(bad) ? ", or let such values become NULL by badValue(BadValue.NULL)." : "."),
                ValueText.escaped(reason));
    }
}
