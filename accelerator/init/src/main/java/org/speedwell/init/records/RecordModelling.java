package org.speedwell.init.records;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.Sample;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.Findings;

/** The translation of the tables of a schema into records. It also collects findings. For one thread. */
public final class RecordModelling {
    private final List<Table> tables;
    private final Map<String, List<String>> views;
    private final Map<String, Sample> samples;
    private final Map<String, String> names;
    private final Findings findings = new Findings();
    private boolean hasZeroDates;

    /**
     * Creates a translation.
     *
     * @param tables all tables and views of the schema
     * @param views the views that become records, with the columns that identify their rows
     * @param samples the samples by the names of tables and views
     */
    public RecordModelling(List<Table> tables, Map<String, List<String>> views, Map<String, Sample> samples) {
        this.tables = tables;
        this.views = views;
        this.samples = samples;
        this.names = RecordNames.records(
                tables.stream().filter(this::isChosen).map(Table::name).toList(), all());
    }

    private List<String> all() {
        return tables.stream().map(Table::name).toList();
    }

    private boolean isChosen(Table table) {
        return !table.isSequence() && (!table.isView() || views.containsKey(table.name()));
    }

    /** Returns the records, in the order of the tables. */
    public List<RecordTable> records() {
        List<RecordTable> records = new ArrayList<>();
        for (Table table : tables) {
            if (!isChosen(table)) {
                noteOmitted(table);
            } else if (all().stream().filter(table.name()::equalsIgnoreCase).count() > 1) {
                findings.warning(
                        table.name(),
                        "a name that differs from another table only in case",
                        "Not written, because MemoryStore does not distinguish such tables. Rename one of them.");
            } else {
                record(table).ifPresent(records::add);
            }
        }
        return records;
    }

    /** Returns the findings of {@link #records}. */
    public List<Finding> findings() {
        return findings.all();
    }

    /** Returns whether a table has zero dates, which a store must read as NULL. */
    public boolean hasZeroDates() {
        return hasZeroDates;
    }

    private void noteOmitted(Table table) {
        if (table.isSequence()) {
            findings.note(table.name(), "a sequence", "Not written, because it has no rows to stream.");
        } else {
            findings.note(table.name(), "a view", "Not written. --view names the views that become records.");
        }
    }

    private Optional<RecordTable> record(Table table) {
        RecordColumns columns = new RecordColumns(table, key(table), sample(table), findings);
        List<String> zeroDates = columns.columns().stream()
                .map(Column::name)
                .filter(sample(table).zeroDates()::contains)
                .toList();
        if (zeroDates.stream().anyMatch(table.primaryKey()::contains)) {
            findings.warning(
                    table.name(),
                    "zero dates such as 0000-00-00 in its primary key",
                    "Not written, because Java has no such dates, and a key is never NULL. Change these rows.");
            return Optional.empty();
        }
        if (columns.columns().isEmpty()) {
            findings.warning(table.name(), "no readable column", "Not written.");
            return Optional.empty();
        }
        hasZeroDates |= !zeroDates.isEmpty();
        columns.report();
        reportTable(table);
        String className = requireNonNull(names.get(table.name()));
        return Optional.of(new RecordTable(
                table.name(),
                table.isView(),
                key(table),
                className,
                !RecordNames.isFound(className, table.name(), all()),
                columns.components(className)));
    }

    private Sample sample(Table table) {
        return samples.getOrDefault(table.name(), Sample.NONE);
    }

    private List<String> key(Table table) {
        return table.isView() ? views.getOrDefault(table.name(), List.of()) : table.primaryKey();
    }

    private void reportTable(Table table) {
        if (table.isView()) {
            return;
        }
        if (table.primaryKey().isEmpty()) {
            findings.warning(
                    table.name(),
                    "no primary key",
                    "Its rows are loaded in no defined order, and replication reloads the whole table after each"
                            + " change. Remedy: ALTER TABLE … ADD PRIMARY KEY.");
        }
        if (!table.transactional()) {
            findings.warning(
                    table.name(),
                    "engine " + table.engine() + ", without transactions",
                    "A load reads it at another moment than the other tables. Remedy: ALTER TABLE … ENGINE = InnoDB.");
        }
    }
}
