package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.typemapper.TypeMapper;
import com.speedment.runtime.typemapper.primitive.PrimitiveTypeMapper;
import java.nio.file.Path;
import java.sql.Blob;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.ColumnFunctions;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.mapped.Temporals;
import org.speedwell.mapped.TemporalsManager;

/** Verifies a model with Speedment's type mappers, from a real server to memory, to a file and back. */
@Tag("oracle")
@Tag("database")
class MappedLoadTest {
    private static final String SCHEMA = "speedwell_test_mapped";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void mappedValuesEqualTheMapperAndKeepTheirIndexes() throws SQLException {
        try (TortureDatabase database = new TortureDatabase(SCHEMA)) {
            Speedment plain = database.builder().build();
            Speedment mapped = new MappedApplicationBuilder()
                    .withConnectionUrl(database.database().url(SCHEMA))
                    .withUsername(database.database().user())
                    .withPassword(database.database().password())
                    .withSchema(SCHEMA)
                    .withSkipLogoPrintout()
                    .withBundle(InMemoryBundle.class)
                    .withComponent(
                            StoreConfiguration.class,
                            () -> StoreConfiguration.builder()
                                    .fallback(Fallback.FAIL)
                                    .build())
                    .build();
            DataStoreComponent store = mapped.getOrThrow(DataStoreComponent.class);
            assertThatThrownBy(store::load)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("binaries, column opt_varied: its type mapper fails for 0x:");

            database.execute("UPDATE binaries SET opt_varied = X'01' WHERE LENGTH(opt_varied) = 0");
            store.load();
            assertSame(plain, mapped);
            assertIndexed(mapped);

            Path file = folder.resolve("mapped.snapshot");
            store.save(file);
            store.clear();
            store.open(file).join();
            assertSame(plain, mapped);
            assertIndexed(mapped);

            store.clear();
            TimeZone here = TimeZone.getDefault();
            try {
                TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
                assertThatThrownBy(() -> store.open(file).join())
                        .hasMessageContaining("time zone UTC")
                        .hasMessageContaining("Asia/Tokyo");
            } finally {
                TimeZone.setDefault(here);
            }
            plain.stop();
            mapped.stop();
        }
    }

    private static void assertIndexed(Speedment mapped) {
        TemporalsManager temporals = mapped.getOrThrow(TemporalsManager.class);
        List<LocalDateTime> moments =
                temporals.stream().toList().stream().map(Temporals::getMoment6).toList();
        LocalDateTime middle =
                moments.stream().sorted().skip(moments.size() / 2).findFirst().orElseThrow();

        assertThat(temporals.stream()
                        .filter(Temporals.MOMENT6.greaterThan(middle))
                        .count())
                .isEqualTo(moments.stream().filter(middle::isBefore).count());
        assertThat(temporals.stream()
                        .map(ColumnFunctions.value(Temporals.MOMENT6))
                        .distinct()
                        .sorted()
                        .toList())
                .isEqualTo(moments.stream().distinct().sorted().toList());
        Explanation explanation = mapped.getOrThrow(DataStoreComponent.class)
                .explain(
                        temporals,
                        stream -> stream.filter(Temporals.MOMENT6.greaterThan(middle))
                                .count());
        assertThat(explanation.steps().getFirst().what()).endsWith("sorted index on moment6");
        assertThat(explanation.entities()).isZero();
    }

    /** Asserts that each value is the field's mapper applied to the value of the plain model. */
    private static void assertSame(Speedment plain, Speedment mapped) {
        for (Manager<?> manager : managers(mapped)) {
            String table = manager.getTableIdentifier().getTableId();
            Manager<?> source = managers(plain).stream()
                    .filter(other -> other.getTableIdentifier().getTableId().equals(table))
                    .findFirst()
                    .orElseThrow();
            assertThat(rows(manager, null)).as(table).isEqualTo(rows(source, manager));
        }
    }

    private static List<Manager<?>> managers(Speedment app) {
        return app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .toList();
    }

    private static <E> List<List<@Nullable Object>> rows(Manager<E> manager, @Nullable Manager<?> mappers) {
        List<Field<E>> fields = manager.fields().toList();
        List<? extends Field<?>> mapped =
                mappers == null ? fields : mappers.fields().toList();
        return manager.stream().toList().stream()
                .map(entity -> {
                    List<@Nullable Object> row = new ArrayList<>();
                    for (int i = 0; i < fields.size(); i++) {
                        Object value = fields.get(i).getter().apply(entity);
                        row.add(plain(mappers == null ? value : mapped(mapped.get(i), value)));
                    }
                    return row;
                })
                .sorted((a, b) -> a.toString().compareTo(b.toString()))
                .toList();
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // these mappers ignore the column
    private static @Nullable Object mapped(Field<?> field, @Nullable Object value) {
        TypeMapper<Object, Object> mapper = (TypeMapper<Object, Object>) field.typeMapper();
        return value == null || mapper.isIdentity() || mapper instanceof PrimitiveTypeMapper || value instanceof Enum<?>
                ? value
                : mapper.toJavaType(null, Object.class, value);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        try {
            return switch (value) {
                case byte[] bytes -> Arrays.toString(bytes);
                case Blob blob ->
                    Arrays.toString(blob.length() == 0 ? new byte[0] : blob.getBytes(1, (int) blob.length()));
                case Enum<?> constant -> constant.name();
                case null, default -> value;
            };
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
