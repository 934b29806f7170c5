package org.speedwell.init;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.speedwell.init.database.Catalogue;
import org.speedwell.init.database.Sample;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.Modelling;
import org.speedwell.init.records.RecordModelling;
import org.speedwell.init.records.RecordTable;

/**
 * A writer of records for the tables of a schema.
 *
 * @param views the views that become records too
 * @param sources the folder of the sources, above the folder of the package
 */
record RecordsWriter(String schema, String packageName, List<ViewOption> views, Path sources) {
    /** Reads the schema, writes the files, and prints a summary. */
    void write(Connection connection, PrintWriter out) throws IOException, SQLException {
        List<Table> tables = Catalogue.of(connection, schema);
        Map<String, List<String>> keys = keys(connection, tables);
        Map<String, Sample> samples = Sample.of(
                connection,
                schema,
                tables,
                table -> table.isView() ? keys.containsKey(table.name()) : !table.isSequence());
        RecordModelling modelling = new RecordModelling(tables, keys, samples);
        List<RecordTable> records = modelling.records();
        if (records.isEmpty()) {
            FindingTable.print(modelling.findings(), out); // they say why each table is not written
            throw new ToolException("The schema " + schema + " has no tables for records that the user may read."
                    + " Name another schema in --url, views by --view, or GRANT SELECT on the tables.");
        }
        List<Finding> findings = new ArrayList<>(modelling.findings());
        views.forEach(view -> findings.add(Finding.note(view.name(), view.describe(), ViewOption.MEANING)));
        new Records(packageName, records, findings, modelling.hasZeroDates()).write(sources, out);
    }

    /** Returns the columns that identify the rows of the chosen views. */
    private Map<String, List<String>> keys(Connection connection, List<Table> tables) throws SQLException {
        Model model = new Modelling(schema, packageName, Map.of()).model(tables);
        ViewOption.require(views, connection, model);
        Map<String, List<String>> keys = new HashMap<>();
        views.forEach(view -> keys.put(view.in(model).orElseThrow().name(), view.key()));
        return keys;
    }
}
