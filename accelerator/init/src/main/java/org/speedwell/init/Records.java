package org.speedwell.init;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.speedwell.init.model.Finding;
import org.speedwell.init.records.RecordSource;
import org.speedwell.init.records.RecordTable;

/**
 * The records that {@code init --records} writes.
 *
 * @param findings the notes and warnings about the schema
 * @param hasZeroDates true if a store must read zero dates as NULL
 */
record Records(String packageName, List<RecordTable> tables, List<Finding> findings, boolean hasZeroDates) {
    private static final int WIDTH = 100;

    /** Writes the files into the folder of the package, below a folder of sources. Prints what it wrote. */
    void write(Path sources, PrintWriter out) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        tables.forEach(table -> texts.put(table.className() + ".java", new RecordSource(packageName, table).text()));
        Path directory = sources.resolve(packageName.replace('.', '/'));
        new RecordFiles(directory, texts).write();
        FindingTable.print(findings, out);
        printTables(out);
        out.printf("%n%d records are in %s.%n", tables.size(), directory);
        printAnnotated(out);
        out.printf("This code opens the store:%n%n");
        code().lines().forEach(line -> out.println("    " + line));
        out.flush();
    }

    private void printTables(PrintWriter out) {
        int names = width("table", tables.stream().map(RecordTable::table).toList());
        int classes =
                width("record", tables.stream().map(RecordTable::className).toList());
        String line = "%-" + names + "s  %-" + classes + "s  %7s  %s%n";
        out.printf(line, "table", "record", "columns", "key");
        for (RecordTable table : tables) {
            String key = table.key().isEmpty() ? "none" : String.join(", ", table.key());
            out.printf(
                    line, table.table(), table.className(), table.components().size(), key);
        }
    }

    private static int width(String title, List<String> texts) {
        return texts.stream().mapToInt(String::length).reduce(title.length(), Math::max);
    }

    private void printAnnotated(PrintWriter out) {
        String annotated = tables.stream()
                .filter(RecordTable::isAnnotated)
                .map(RecordTable::className)
                .collect(Collectors.joining(", "));
        if (!annotated.isEmpty()) {
            out.println("Annotations name the tables, columns or keys of " + annotated + ".");
            out.println("Your project needs jakarta.persistence:jakarta.persistence-api to read them.");
        }
    }

    /** Returns the Java code that opens a store of the records. */
    private String code() {
        StringBuilder code = new StringBuilder("MemoryStore store = MemoryStore.builder(dataSource)\n");
        StringBuilder line = new StringBuilder("        .tables(");
        for (RecordTable table : tables) {
            String next = table.className() + ".class" + (table == tables.getLast() ? ")" : ",");
            if (line.length() + 1 + next.length() > WIDTH) {
                code.append(line).append('\n');
                line = new StringBuilder("               ");
            }
            line.append(line.charAt(line.length() - 1) == '(' ? "" : " ").append(next);
        }
        code.append(line).append('\n');
        if (hasZeroDates) {
            code.append("        .configure(settings -> settings.badValue(BadValue.NULL))\n");
        }
        return code.append("        .open();").toString();
    }
}
