package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.init.database.Catalogue;
import org.speedwell.init.database.Sample;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.ModelColumn;
import org.speedwell.init.model.ModelJson;
import org.speedwell.init.model.ModelReader;
import org.speedwell.init.model.ModelTable;
import org.speedwell.init.model.Modelling;
import org.speedwell.schema.Database;
import org.speedwell.schema.Hostile;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.schema.Torture;

/** The tool's models equal those that Speedment's {@code reload} wrote for the same schemas. */
@Tag("oracle")
@Tag("database")
class ModelTest {
    /**
     * Columns whose type in the expected model differs from the database. The README of the schema module explains
     * them.
     */
    private static final Set<String> BY_HAND = Set.of("film_text.film_id");

    @TempDir
    private Path folder;

    private final Database database = Database.forTests();

    @Test
    void everyTypeIsReadAsSpeedmentReadsIt() throws Exception {
        String schema = "speedwell_test_init_torture";
        Torture.load(database, schema, Progress.none());
        compare(schema, "torture.json", false);
    }

    @Test
    void hostileSchemasAreReadAsSpeedmentReadsThem() throws Exception {
        String schema = "speedwell_test_init_hostile";
        Hostile.load(database, schema);
        compare(schema, "hostile.json", true);
    }

    @Test
    void keysAndViewsEqualThoseOfSpeedment() throws Exception {
        String schema = "speedwell_test_init_sakila";
        Sakila.scale(1).load(database, schema, Progress.none());
        compare(schema, "speedment.json", false);
    }

    private void compare(String schema, String file, boolean sampled) throws Exception {
        try (Connection connection = database.connect();
                var statement = connection.createStatement()) {
            List<Table> tables = Catalogue.of(connection, schema);
            Map<String, Sample> samples = new HashMap<>();
            for (Table table : tables) {
                if (sampled) {
                    samples.put(table.name(), Sample.of(connection, schema, table));
                }
            }
            Model made = new Modelling(schema, "com.example.shop", samples).model(tables);
            Model read = written(made);
            Model expected =
                    ModelReader.read(Path.of("..", "..", "schema", file)).getFirst();
            assertThat(made.tables()).hasSameSizeAs(expected.tables());
            for (ModelTable table : expected.tables()) {
                ModelTable same = read.tables().stream()
                        .filter(each -> each.name().equals(table.name()))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("There is no table " + table.name()));
                assertThat(same.view()).as(table.name()).isEqualTo(table.view());
                assertThat(same.primaryKey()).as(table.name()).isEqualTo(table.primaryKey());
                for (ModelColumn column : table.columns()) {
                    if (BY_HAND.contains(table.name() + "." + column.name())) {
                        continue;
                    }
                    assertThat(same.column(column.name()).map(ModelTest::text))
                            .as(table.name())
                            .contains(text(column));
                }
                assertThat(same.columns()).as(table.name()).hasSameSizeAs(table.columns());
            }
            statement.execute("DROP DATABASE " + schema);
        }
    }

    private Model written(Model model) throws Exception {
        Path file = folder.resolve("speedment.json");
        Files.writeString(file, ModelJson.of(model, "shop", "127.0.0.1", 3306, "user"));
        return ModelReader.read(file).getFirst();
    }

    private static String text(ModelColumn column) {
        return column.name() + " " + column.databaseType() + (column.nullable() ? "" : " not null")
                + (column.autoIncrement() ? " auto increment" : "");
    }
}
