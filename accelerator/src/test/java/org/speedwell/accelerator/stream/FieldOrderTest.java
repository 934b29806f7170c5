package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/** Every field as a comparator, and its comparators, in every operation that takes one. */
@Tag("oracle")
class FieldOrderTest {
    private static final List<Speedment> APPS = List.of(
            EntityTable.offline(new TortureApplicationBuilder()), EntityTable.offline(new MappedApplicationBuilder()));

    @AfterAll
    static void stop() {
        APPS.forEach(Speedment::stop);
    }

    @Test
    void everyFieldOrdersRowsLikeEntities() {
        APPS.forEach(app -> app.getOrThrow(ManagerComponent.class).stream().forEach(manager -> check(app, manager)));
    }

    private <E> void check(Speedment app, Manager<E> manager) {
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, 2);
        List<E> entities = new RandomEntities<>(manager, shape, new SplittableRandom(5)).list(40, 30);
        TableStore<E> table =
                EntityTable.of(app, manager, shape, entities, new EntityTable.Layout(true, 10, true), () -> {});
        List<Field<E>> fields = manager.fields().toList();
        fields.stream().filter(HasComparableOperators.class::isInstance).forEach(field -> {
            @SuppressWarnings("unchecked") // a field of this table
            HasComparableOperators<E, ?> comparable = (HasComparableOperators<E, ?>) field;
            @SuppressWarnings("unchecked") // each field is its own comparator
            Comparator<E> itself = (Comparator<E>) field;
            List<Comparator<E>> orders = List.of(
                    itself,
                    itself.reversed(),
                    comparable.comparator(),
                    comparable.comparatorNullFieldsFirst().reversed());
            for (Comparator<E> order : orders) {
                List<Function<Stream<E>, Stream<E>>> positions = List.of(
                        stream -> stream,
                        stream -> stream.skip(3).limit(30),
                        stream -> stream.takeWhile(
                                comparable.in(List.of()).negate().or(entity -> true)),
                        stream -> stream.sorted(order).skip(1));
                List<Function<Stream<E>, Stream<E>>> ends = List.of(
                        stream -> stream.sorted(order),
                        stream -> stream.min(order).stream(),
                        stream -> stream.max(order).stream());
                for (var position : positions) {
                    for (var end : ends) {
                        assertThat(plain(fields, end.apply(position.apply(EntityStream.of(table, false)))))
                                .as("%s of %s", order, field.identifier())
                                .isEqualTo(plain(fields, end.apply(position.apply(entities.stream()))));
                    }
                }
            }
        });
    }

    private static <E> List<List<Object>> plain(List<Field<E>> fields, Stream<E> entities) {
        return entities.map(entity -> fields.stream()
                        .map(field -> String.valueOf(
                                RandomEntities.plain(field.getter().apply(entity))))
                        .<Object>map(text -> text)
                        .toList())
                .toList();
    }
}
