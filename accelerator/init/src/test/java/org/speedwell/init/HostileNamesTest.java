package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.ForeignKey;
import org.speedwell.init.database.Index;
import org.speedwell.init.database.Table;

/** Generated projects compile, whatever names their tables and columns have. */
@Tag("fault")
class HostileNamesTest {
    private static final int SCHEMAS = Integer.getInteger("speedwell.schemas", 5);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());

    @TempDir
    private Path folder;

    @Test
    void randomSchemasCompile() throws Exception {
        Random seeds = new Random(SEED);
        Collection<String> harvested = List.of();
        int tables = 0;
        int files = 0;
        List<String> failures = new ArrayList<>();
        for (int n = 0; n < SCHEMAS; n++) {
            HostileNames names = new HostileNames(seeds.nextLong(), harvested);
            List<Table> schema = names.tables();
            String where = "schema %d of speedwell.seed=%d: %s".formatted(n, SEED, schema);
            try {
                WrittenProject project = WrittenProject.of(schema, names.packageName(), folder.resolve("p" + n));
                project.errors().stream().limit(2).forEach(error -> failures.add(where + "\n" + error));
                harvested = project.texts();
            } catch (RuntimeException e) {
                StringWriter trace = new StringWriter();
                e.printStackTrace(new PrintWriter(trace));
                failures.add(where + "\n" + trace);
            }
            tables += schema.size();
            files += harvested.size();
        }
        assertThat(failures).isEmpty();
        System.out.printf(
                "%d hostile schemas with %d tables compile, in %d files (speedwell.seed=%d)%n",
                SCHEMAS, tables, files, SEED);
    }

    @Test
    void tableNamedLikeItsEnumCompiles() throws Exception {
        assertCompiles(table("status", plain("id"), choice("status")));
    }

    @Test
    void enumNamedLikeAReferencedTableCompiles() throws Exception {
        Table status = table("status", plain("id"));
        Table order = table("orders", plain("id"), plain("status_id"), choice("status"));
        assertCompiles(
                status, referring(order, new ForeignKey("fk", List.of("status_id"), "shop", "status", List.of("id"))));
    }

    @Test
    void tableNamedLikeASpeedmentClassCompiles() throws Exception {
        assertCompiles(
                table("project", plain("id"), choice("kind")),
                table("objects", plain("id")),
                table("code", plain("id")), // GeneratedCode is an annotation
                table("process", plain("id"), choice("column")));
    }

    @Test
    void oneLetterNamesCompile() throws Exception {
        assertCompiles(
                table("a", plain("id"), plain("a"), choice("b")), table("b", plain("a"), choice("a1"), choice("c")));
    }

    @Test
    void tableNamedLikeAnotherManagerCompiles() throws Exception {
        assertCompiles(
                table("film", plain("id")),
                table("film_manager", plain("id")),
                table("generated_film", plain("id")),
                table("film_manager_impl", plain("id")),
                table("shop_application_impl", plain("id")));
    }

    @Test
    void packageNamedLikeARewrittenWordCompiles() throws Exception {
        assertThat(WrittenProject.of(List.of(table("film", plain("id"))), "com.example.string", folder.resolve("p"))
                        .errors())
                .isEmpty();
    }

    @Test
    void plainColumnsNamedLikeClassesNeedNoAlias() throws Exception {
        assertCompiles(table(
                "event", plain("id"), plain("date"), plain("time"), plain("project"), plain("list"), plain("event")));
        assertThat(folder.resolve("p/speedment.json")).content().doesNotContain("\"alias\"");
    }

    @Test
    void viewAndTableDifferingOnlyInCaseCompile() throws Exception {
        Table view = new Table("FILM", "VIEW", "", false, 1, 1, List.of(plain("only_here")), List.of(), List.of());
        assertCompiles(table("film", plain("id")), view);
    }

    @Test
    void foreignKeysWithoutASpeedmentFieldCompile() throws Exception {
        Column flag = new Column("flag", "tinyint", "tinyint(1)", 3, 0, false, "");
        Column bytes = new Column("bytes", "binary", "binary(16)", 0, 0, false, "");
        Column kind = new Column("kind", "enum", "enum('a','new')", 0, 0, false, "");
        List<Table> tables = new ArrayList<>();
        for (Column key : List.of(flag, bytes, kind)) {
            Table to = table("by_" + key.name(), key);
            Table from = table("to_" + key.name(), plain("id"), key);
            tables.add(to);
            tables.add(
                    referring(from, new ForeignKey("fk", List.of(key.name()), "shop", to.name(), List.of(key.name()))));
        }
        assertCompiles(tables.toArray(Table[]::new));
    }

    @Test
    void namesInvalidInSourcesAreSkipped() throws Exception {
        assertCompiles(table("film", plain("id"), plain("a*/b"), plain("a\nb")), table("*/", plain("id")));
    }

    private void assertCompiles(Table... tables) throws Exception {
        assertThat(WrittenProject.of(List.of(tables), "com.example.shop", folder.resolve("p"))
                        .errors())
                .isEmpty();
    }

    private static Table table(String name, Column... columns) {
        Index key = new Index("PRIMARY", true, List.of(new Index.Part(columns[0].name(), false)));
        return new Table(name, "BASE TABLE", "InnoDB", true, 1, 1, List.of(columns), List.of(key), List.of());
    }

    private static Table referring(Table table, ForeignKey key) {
        return new Table(
                table.name(),
                table.kind(),
                table.engine(),
                table.transactional(),
                table.rows(),
                table.bytes(),
                table.columns(),
                table.indexes(),
                List.of(key));
    }

    private static Column plain(String name) {
        return new Column(name, "int", "int(11)", 10, 0, false, "");
    }

    private static Column choice(String name) {
        return new Column(name, "enum", "enum('a','new')", 0, 0, true, "");
    }
}
