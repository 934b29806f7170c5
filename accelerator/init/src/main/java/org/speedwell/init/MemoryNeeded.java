package org.speedwell.init;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.speedwell.accelerator.load.SizeEstimate;
import org.speedwell.init.database.Catalogue;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.ModelTable;

/**
 * An estimate of the memory that the tables of a model need. It uses the server's statistics and the types of the
 * columns.
 */
final class MemoryNeeded {
    /** The maximum number of tables that the report names. */
    private static final int MAX_TABLES_NAMED = 5;

    private final Connection connection;
    private final Model model;
    private final long memory;
    private final List<Finding> findings;

    /** @param memory the memory of the machine or container, in bytes */
    MemoryNeeded(Connection connection, Model model, long memory, List<Finding> findings) {
        this.connection = connection;
        this.model = model;
        this.memory = memory;
        this.findings = findings;
    }

    static long ofThisMachine() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private record Needed(String table, long rows, long bytes) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s %s (%,d rows of %d bytes)",
                    table,
                    Bytes.text(bytes),
                    rows,
                    rows == 0 ? 0 : bytes / rows);
        }
    }

    /** @param views the views that the application loads in addition to its tables */
    void run(List<ViewOption> views) throws SQLException {
        List<Needed> needed = new ArrayList<>();
        for (Table table : Catalogue.of(connection, model.schema())) {
            model.tables().stream()
                    .filter(known -> !known.view() && known.name().equalsIgnoreCase(table.name()))
                    .forEach(known -> needed.add(of(known, table)));
            for (ViewOption view : views) {
                if (view.name().equalsIgnoreCase(table.name())) {
                    needed.add(of(view.in(model).orElseThrow(), view.counted(connection, model.schema(), table)));
                }
            }
        }
        needed.sort(Comparator.comparingLong(Needed::bytes).reversed());
        long bytes = needed.stream().mapToLong(Needed::bytes).sum();
        String what = "about " + Bytes.text(bytes) + " outside the heap, and as much again during a reload: "
                + needed.stream().limit(MAX_TABLES_NAMED).map(Needed::toString).collect(Collectors.joining(", "))
                + (needed.size() > MAX_TABLES_NAMED ? " …" : "");
        String remedy = "The machine has " + Bytes.text(memory) + ". Add memory, or leave out columns, indexes or"
                + " tables by withoutColumn, withoutIndex or withoutTable.";
        findings.add(
                bytes > memory
                        ? Finding.error("memory", what, remedy)
                        : 2 * bytes > memory / 4 * 3
                                ? Finding.warning("memory", what, remedy)
                                : Finding.ok("memory", what));
    }

    private static Needed of(ModelTable model, Table table) {
        List<SizeEstimate.Part> parts = new ArrayList<>();
        for (var column : table.columns()) {
            boolean isFirstOfKey = table.primaryKey().indexOf(column.name()) == 0;
            column.type()
                    .ifPresent(type -> parts.add(new SizeEstimate.Part(
                            type, model.column(column.name()).isPresent(), !isFirstOfKey)));
        }
        return new Needed(table.name(), table.rows(), SizeEstimate.bytes(table.rows(), table.bytes(), parts));
    }
}
