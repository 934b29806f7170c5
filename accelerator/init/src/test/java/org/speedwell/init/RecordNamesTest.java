package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.Table;
import org.speedwell.init.records.RecordModelling;
import org.speedwell.init.records.RecordSource;
import org.speedwell.init.records.RecordTable;

/** Records compile and can be mapped, whatever names and types their tables and columns have. */
@Tag("fault")
class RecordNamesTest {
    private static final int SCHEMAS = Integer.getInteger("speedwell.schemas", 20);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());

    @TempDir
    private Path folder;

    @Test
    void randomSchemasCompile() throws Exception {
        Random seeds = new Random(SEED);
        for (int n = 0; n < SCHEMAS; n++) {
            HostileNames names = new HostileNames(seeds.nextLong(), List.of());
            List<Table> tables = names.tables();
            Map<String, List<String>> views = new HashMap<>();
            tables.stream()
                    .filter(Table::isView)
                    .forEach(view -> views.put(
                            view.name(), List.of(view.columns().getFirst().name())));
            try {
                map(written(tables, views, names.packageName(), "p" + n));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("schema %d of speedwell.seed=%d: %s".formatted(n, SEED, tables), e);
            }
        }
    }

    @Test
    void largeTablesFitIntoARecord() throws Exception {
        List<RecordTable> records = map(written(
                List.of(table("longs", 200, "bigint(20)"), table("ints", 300, "int(11)")),
                Map.of(),
                "com.example.shop",
                "large"));
        assertThat(records).extracting(record -> record.components().size()).containsExactly(200, 254);
    }

    @Test
    void tablesThatDifferInCaseAreNotWritten() throws Exception {
        List<Table> tables =
                List.of(table("FILM", 1, "int(11)"), table("actor", 1, "int(11)"), table("film", 1, "int(11)"));
        assertThat(written(tables, Map.of(), "com.example.shop", "case").records)
                .extracting(RecordTable::className)
                .containsExactly("Actor");
    }

    private record Written(Path sources, List<RecordTable> records) {}

    private Written written(List<Table> tables, Map<String, List<String>> views, String packageName, String name)
            throws IOException {
        Path sources = folder.resolve(name);
        Path directory = Files.createDirectories(sources.resolve(packageName.replace('.', '/')));
        List<RecordTable> records = new RecordModelling(tables, views, Map.of()).records();
        for (RecordTable record : records) {
            Path file = directory.resolve(record.className() + ".java");
            assertThat(file).doesNotExist();
            Files.writeString(file, new RecordSource(packageName, record).text());
        }
        return new Written(sources, records);
    }

    private static List<RecordTable> map(Written written) throws IOException, ClassNotFoundException {
        if (written.records.isEmpty()) { // all tables of a schema may have one name in different cases
            return List.of();
        }
        try (CompiledRecords compiled = CompiledRecords.of(written.sources)) {
            assertThat(compiled.all()).hasSameSizeAs(written.records);
            for (Class<?> type : compiled.all()) {
                RecordTable record = written.records.stream()
                        .filter(each -> each.className().equals(type.getSimpleName()))
                        .findFirst()
                        .orElseThrow();
                ClassMapping<?> mapping = ClassMapping.of(type);
                assertThat(mapping.table().matches(record.table()))
                        .as(record.toString())
                        .isTrue();
                assertThat(mapping.members()).hasSameSizeAs(record.components());
            }
        }
        return written.records;
    }

    private static Table table(String name, int columns, String type) {
        List<Column> all = IntStream.range(0, columns)
                .mapToObj(i -> new Column("c" + i, type.replaceAll("\\(.*", ""), type, 10, 0, false, ""))
                .toList();
        return new Table(name, "BASE TABLE", "InnoDB", true, 1, 1, all, List.of(), List.of());
    }
}
