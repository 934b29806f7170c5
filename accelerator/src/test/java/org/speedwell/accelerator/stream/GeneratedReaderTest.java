package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.ApplicationBuilder;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.database.EntityTable.Layout;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.GeneratedReader;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.hostile.HostileApplicationBuilder;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/** The generated readers of every table of every schema. Their entities equal those that setters make. */
@Tag("oracle")
class GeneratedReaderTest {
    private static final long SEED = Long.getLong("speedwell.seed", 16);
    private static final int ROWS = 300;

    @ParameterizedTest
    @ValueSource(
            classes = {
                SakilaApplicationBuilder.class,
                TortureApplicationBuilder.class,
                MappedApplicationBuilder.class,
                HostileApplicationBuilder.class
            })
    void readersMakeTheEntitiesOfSetters(Class<? extends ApplicationBuilder<?, ?>> builder)
            throws ReflectiveOperationException {
        Speedment app = EntityTable.offline(builder.getConstructor().newInstance());
        try {
            List<Manager<?>> managers = app.getOrThrow(ManagerComponent.class).stream()
                    .<Manager<?>>map(manager -> manager)
                    .toList();
            assertThat(managers).isNotEmpty();
            managers.forEach(manager -> check(app, manager));
        } finally {
            app.stop();
        }
    }

    private static <E> void check(Speedment app, Manager<E> manager) {
        SplittableRandom random = new SplittableRandom(SEED);
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, 2);
        List<Field<E>> fields = manager.fields().toList();
        EntityFactory<E> setters = new EntityFactory<>(
                manager::create,
                fields.stream()
                        .<BiConsumer<E, Object>>map(field -> field.setter()::set)
                        .toList());
        for (int precision : new int[] {18, 25}) { // decimals as numbers, and in a dictionary
            for (int nulls : new int[] {0, 30, 100}) {
                List<E> entities = new RandomEntities<>(manager, shape, random).list(ROWS, nulls);
                TableStore<E> table =
                        EntityTable.of(app, manager, shape, entities, new Layout(false, precision, false), () -> {});
                assertThat(table.entities().isGenerated()).as("%s", manager).isTrue();
                Column[] columns = IntStream.range(0, table.columns())
                        .mapToObj(table::column)
                        .toArray(Column[]::new);
                for (int row = 0; row < ROWS; row++) {
                    E expected = setters.create(columns, row);
                    E read = table.entity(row);
                    for (Field<E> field : fields) {
                        Object value = field.getter().apply(read);
                        assertThat(Objects.deepEquals(value, field.getter().apply(expected)))
                                .as("%s of row %d, %s, seed %d", field.identifier(), row, value, SEED)
                                .isTrue();
                    }
                }
                table.keepAlive();
            }
        }
    }

    /**
     * Checks a reader that remains after a change of the model, when the entity is generated again without the
     * component.
     */
    @Test
    void readerOfOtherColumnsIsNotUsed() {
        List<ColumnId> columns =
                Stream.of(Film.Identifier.values()).map(SpeedmentIds::of).toList();

        assertThat(GeneratedReader.of(Film.class, columns)).isNotNull();
        assertThat(GeneratedReader.of(Film.class, columns.subList(1, columns.size())))
                .isNull();
        assertThat(GeneratedReader.of(Film.class, columns.reversed())).isNull();
    }

    private record Plain(int number) {}

    @Test
    void entityWithoutReaderIsMadeBySetters() {
        assertThat(GeneratedReader.of(Plain.class, List.of())).isNull();
    }
}
