package org.speedwell.init;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.init.database.Catalogue;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.Sample;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.JavaNames;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.ModelColumn;
import org.speedwell.init.model.ModelTable;

/** A check for schema drift between a model and its schema, and for missing grants. */
final class ModelCheck {
    private static final String REMEDY = "Change speedment.json, or migrate the database.";

    private final Connection connection;
    private final Model model;
    private final List<Finding> findings;

    ModelCheck(Connection connection, Model model, List<Finding> findings) {
        this.connection = connection;
        this.model = model;
        this.findings = findings;
    }

    void run() throws SQLException {
        String trouble = JavaNames.problem(model.packageName());
        if (trouble != null) {
            findings.add(Finding.error(
                    "packageName " + model.packageName(),
                    trouble,
                    "Change it in the model, for example to com.example.shop."));
        }
        List<Table> tables = Catalogue.of(connection, model.schema());
        if (tables.isEmpty()) {
            findings.add(Finding.error(
                    "schema " + model.schema(),
                    "no such schema, or the user cannot see it",
                    "Check its name in the model, and GRANT SELECT ON `" + model.schema() + "`.* TO the user."));
            return;
        }
        int before = findings.size();
        for (ModelTable table : model.tables()) {
            Optional<Table> found = tables.stream()
                    .filter(each -> each.name().equalsIgnoreCase(table.name()))
                    .findFirst();
            if (found.isPresent()) {
                compare(table, found.get());
            } else {
                findings.add(Finding.error(
                        table.name(),
                        "in the model, but not in the database, or the user cannot see it",
                        REMEDY + " Or GRANT SELECT ON " + quoted(table) + " TO the user."));
            }
        }
        List<String> others = tables.stream()
                .filter(table ->
                        model.tables().stream().noneMatch(known -> known.name().equalsIgnoreCase(table.name())))
                .map(Table::name)
                .toList();
        if (!others.isEmpty()) {
            findings.add(Finding.note(
                    String.join(", ", others),
                    "in the database, but not in the model",
                    "Java code does not see them."));
        }
        if (findings.size() == before) {
            findings.add(
                    Finding.ok("schema " + model.schema(), "its tables match the model, and the user can read them"));
        }
    }

    private void compare(ModelTable expected, Table table) throws SQLException {
        List<Column> same = new ArrayList<>();
        for (ModelColumn column : expected.columns()) {
            Optional<Column> found = table.column(column.name());
            if (found.isPresent()) {
                same.add(found.get());
                compare(expected.name() + "." + column.name(), column, found.get());
            } else {
                findings.add(Finding.error(
                        expected.name() + "." + column.name(), "in the model, but not in the database", REMEDY));
            }
        }
        String others = table.columns().stream()
                .map(Column::name)
                .filter(name -> expected.column(name).isEmpty())
                .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            findings.add(Finding.note(
                    table.name(), "columns " + others + " are not in the model", "Java code does not see them."));
        }
        if (mayRead(expected, same) && !table.isView()) {
            compareKeys(expected, table);
            sample(expected, table);
        }
    }

    private void compare(String subject, ModelColumn expected, Column column) {
        Optional<MySqlType> type = column.type();
        if (type.isEmpty()) {
            findings.add(Finding.error(
                    subject,
                    "type " + column.columnType() + ", which is not supported",
                    "Remove the column from the model, or leave it out by withoutColumn."));
        } else if (!isReadAs(type.get(), expected.databaseType())) {
            findings.add(Finding.error(
                    subject,
                    column.columnType() + " in the database, " + expected.databaseType() + " in the model",
                    REMEDY));
        }
        if (column.nullable() && !expected.nullable()) {
            findings.add(Finding.warning(
                    subject,
                    "nullable in the database, but NOT NULL in the model: a load fails at the first NULL",
                    REMEDY));
        } else if (!column.nullable() && expected.nullable()) {
            findings.add(
                    Finding.note(subject, "NOT NULL in the database, but nullable in the model", "This is harmless."));
        }
    }

    private static boolean isReadAs(MySqlType type, String className) {
        try {
            return type.isReadAs(Class.forName(className));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private void compareKeys(ModelTable expected, Table table) {
        if (table.primaryKey().isEmpty()) {
            findings.add(Finding.warning(
                    table.name(),
                    "no primary key",
                    "Its rows cannot be updated, and replication reloads the whole table after each change:"
                            + " ALTER TABLE " + quoted(expected) + " ADD PRIMARY KEY …"));
        }
        if (!String.join(", ", table.primaryKey()).equalsIgnoreCase(String.join(", ", expected.primaryKey()))) {
            findings.add(Finding.error(
                    table.name(),
                    "primary key " + table.primaryKey() + " in the database, " + expected.primaryKey()
                            + " in the model",
                    REMEDY));
        }
        if (!table.transactional()) {
            findings.add(Finding.warning(
                    table.name(),
                    "engine " + table.engine() + ", without transactions",
                    "A load reads it at another moment than the other tables: ALTER TABLE " + quoted(expected)
                            + " ENGINE = InnoDB"));
        }
    }

    private boolean mayRead(ModelTable expected, List<Column> columns) {
        String names =
                columns.stream().map(column -> Sample.quoted(column.name())).collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement()) {
            statement
                    .executeQuery(
                            "SELECT " + (names.isEmpty() ? "1" : names) + " FROM " + quoted(expected) + " LIMIT 0")
                    .close();
            return true;
        } catch (SQLException e) {
            findings.add(Finding.error(
                    expected.name(),
                    "cannot be read: " + e.getMessage(),
                    "If the privilege is missing, GRANT SELECT ON " + quoted(expected) + " TO the user."));
            return false;
        }
    }

    private void sample(ModelTable expected, Table table) throws SQLException {
        Sample sample = Sample.of(connection, model.schema(), table);
        for (ModelColumn column : expected.columns()) {
            String subject = table.name() + "." + column.name();
            if (sample.zeroDates().contains(column.name()) && !column.isOf(String.class)) {
                boolean isKey = expected.primaryKey().contains(column.name());
                findings.add(Finding.warning(
                        subject,
                        "zero dates such as 0000-00-00, which a load rejects",
                        isKey
                                ? "Set \"databaseType\": \"java.lang.String\" in the model; a key is never NULL."
                                : "StoreConfiguration.builder().badValue(BadValue.NULL) loads them as NULL."));
            }
            if (sample.longTimes().contains(column.name()) && column.isOf(Time.class)) {
                findings.add(Finding.warning(
                        subject,
                        "times below 00:00:00 or above 23:59:59, which a load rejects",
                        "Set \"databaseType\": \"java.lang.String\" in the model, or use badValue(BadValue.NULL)."));
            }
        }
    }

    private String quoted(ModelTable table) {
        return Sample.quoted(model.schema()) + "." + Sample.quoted(table.name());
    }
}
