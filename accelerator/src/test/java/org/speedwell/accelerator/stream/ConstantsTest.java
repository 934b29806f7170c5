package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasReferenceOperators;
import com.speedment.runtime.field.trait.HasStringOperators;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Every operator of every field, compared with a plain list, by indexes, by scans, and row by row. The constants are
 * the most awkward ones of the type, and ones of other types that only raw types accept.
 */
@Tag("oracle")
class ConstantsTest {
    private static final List<Speedment> APPS = List.of(
            EntityTable.offline(new TortureApplicationBuilder()), EntityTable.offline(new MappedApplicationBuilder()));

    /** A constant of each class that a column may have, and of some classes that no column has. */
    private static final List<Object> OF_ALL_CLASSES = List.of(
            true,
            (byte) 2,
            (short) 2,
            2,
            299,
            2L,
            2.5f,
            2.5d,
            BigInteger.TWO,
            new BigDecimal("2.99"),
            "2",
            new Date(0),
            new Time(0),
            new Timestamp(0),
            new java.util.Date(0),
            LocalDate.EPOCH,
            LocalDateTime.MIN,
            Inclusion.START_INCLUSIVE_END_EXCLUSIVE,
            'a',
            new Timestamp(0) {});

    private int compared;

    @AfterAll
    static void stop() {
        APPS.forEach(Speedment::stop);
    }

    @Test
    void awkwardConstantsAreComparedAsInAList() {
        check(false);
        assertThat(compared).isGreaterThan(20_000);
    }

    @Test
    void constantsOfOtherClassesAreComparedAsInAList() {
        check(true);
        assertThat(compared).isGreaterThan(10_000);
    }

    /** Checks all fields on a new thread. Its stack is short, which makes the exceptions of most comparisons cheap. */
    private void check(boolean ofOtherClasses) {
        compared = 0;
        CompletableFuture.runAsync(
                        () -> {
                            for (Speedment app : APPS) {
                                for (Manager<?> manager : app.getOrThrow(ManagerComponent.class).stream()
                                        .toList()) {
                                    check(app, manager, ofOtherClasses);
                                }
                            }
                        },
                        task -> Thread.ofPlatform().start(task))
                .join();
    }

    private <E> void check(Speedment app, Manager<E> manager, boolean ofOtherClasses) {
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, 2);
        SplittableRandom random = new SplittableRandom(7);
        RandomEntities<E> source = new RandomEntities<>(manager, shape, random);
        List<E> entities = source.list(16, 20);
        for (int precision : List.of(10, 19)) {
            TableStore<E> table = EntityTable.of(app, manager, shape, entities, precision == 10, precision);
            for (Field<E> field : manager.fields().toList()) {
                if (!(field instanceof HasComparableOperators<?, ?> comparable)) {
                    continue;
                }
                List<Object> constants = new ArrayList<>();
                Class<?> type = shape.valueClass(field);
                if (!ofOtherClasses) {
                    constants.addAll(AwkwardValues.of(type));
                    constants.add(source.operand(field));
                } else if (field instanceof HasReferenceOperators<?>) {
                    constants.addAll(OF_ALL_CLASSES);
                    constants.removeIf(constant -> constant.getClass() == type);
                }
                for (Supplier<? extends Predicate<?>> comparison : comparisons(comparable, constants)) {
                    check(table, entities, comparison);
                }
            }
        }
    }

    private <E> void check(TableStore<E> table, List<E> entities, Supplier<? extends Predicate<?>> comparison) {
        Predicate<E> predicate = made(comparison);
        if (predicate == null) {
            return;
        }
        compared++;
        Object expected = count(entities.stream(), predicate);
        assertThat(count(EntityStream.of(table, false), predicate))
                .as("%s", predicate)
                .isEqualTo(expected);
        assertThat(count(EntityStream.of(table, false).skip(0).limit(1_000), predicate))
                .as("%s, row by row", predicate)
                .isEqualTo(expected);
    }

    /** Returns the predicate, or null if Speedment refuses the constant. */
    @SuppressWarnings("unchecked") // a comparison of a field of the table
    private static <E> @Nullable Predicate<E> made(Supplier<? extends Predicate<?>> comparison) {
        try {
            return (Predicate<E>) comparison.get();
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static <E> Object count(Stream<E> stream, Predicate<E> predicate) {
        try {
            return stream.filter(predicate).count();
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    /** Returns the comparisons of a field. The types are raw, so that constants of any class pass. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static List<Supplier<? extends Predicate<?>>> comparisons(
            HasComparableOperators of, List<? extends @Nullable Object> constants) {
        HasComparableOperators<Object, String> field = of;
        List<Supplier<? extends Predicate<?>>> comparisons = new ArrayList<>();
        for (int i = 0; i < constants.size(); i++) {
            Object constant = constants.get(i);
            Comparable value = (Comparable) constant;
            Object next = constants.get((i + 1) % constants.size());
            HasComparableOperators raw = field;
            comparisons.add(() -> raw.equal(value));
            comparisons.add(() -> raw.notEqual(value));
            comparisons.add(() -> raw.lessThan(value));
            comparisons.add(() -> raw.lessOrEqual(value));
            comparisons.add(() -> raw.greaterThan(value));
            comparisons.add(() -> raw.greaterOrEqual(value));
            comparisons.add(() -> raw.lessThan(value).negate());
            comparisons.add(() -> raw.in(new HashSet<>(List.of(value, constants.getFirst()))));
            comparisons.add(() -> raw.notIn(new HashSet<>(List.of(value, constants.getLast()))));
            for (Object other : List.of(constant, next, constants.getFirst(), constants.getLast())) {
                for (Inclusion inclusion : Inclusion.values()) {
                    comparisons.add(() -> raw.between(value, (Comparable) other, inclusion));
                    comparisons.add(() -> raw.notBetween(value, (Comparable) other, inclusion));
                }
            }
            if (of instanceof StringField<?, ?> && constant instanceof String text) {
                HasStringOperators<?> strings = (HasStringOperators<?>) of;
                comparisons.add(() -> strings.startsWith(text));
                comparisons.add(() -> strings.notStartsWith(text));
                comparisons.add(() -> strings.endsWith(text));
                comparisons.add(() -> strings.contains(text));
                comparisons.add(() -> strings.equalIgnoreCase(text));
                comparisons.add(() -> strings.startsWithIgnoreCase(text));
            }
        }
        return comparisons;
    }
}
