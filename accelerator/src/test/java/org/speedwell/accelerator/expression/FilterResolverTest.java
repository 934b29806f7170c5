package org.speedwell.accelerator.expression;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.AwkwardValues;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.RandomEntities;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.Texts;
import org.speedwell.torture.TextsManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Compares filters on columns with the predicates themselves. The filters test texts against every awkward operand, and
 * columns that hold NaN and both zeros. Speedwell runs them by index, by scan and row by row.
 */
@Tag("oracle")
class FilterResolverTest {
    private static final int ROWS = 40;

    private static final Speedment APP = EntityTable.offline(new TortureApplicationBuilder());

    /**
     * Operands in addition to {@code AwkwardValues}: texts that change their length or identity if case is ignored, and
     * parts of row values.
     */
    private static final List<String> TEXTS = List.of("a", "A", "ß", "SS", "ﬁ", "İ", "ı", "Σ", "ς", "1_", "%");

    @AfterAll
    static void stop() {
        APP.stop();
    }

    @Test
    void textFiltersEqualTheList() {
        TextsManager manager = APP.getOrThrow(TextsManager.class);
        List<String> operands = new ArrayList<>(TEXTS);
        AwkwardValues.of(String.class).stream()
                .map(String.class::cast)
                .filter(text -> text.length() < 10)
                .forEach(operands::add);
        List<Texts> entities = entities(manager);
        for (int i = 0; i < ROWS; i++) {
            entities.get(i).setId(i).setExact(operands.get(i % operands.size()));
        }
        List<Predicate<Texts>> predicates = new ArrayList<>();
        // each row's own text, in a dictionary; few texts with NULL; long texts without a dictionary
        for (StringField<Texts, String> field : List.of(Texts.EXACT, Texts.OPT_SHORT, Texts.OPT_LONG)) {
            operands.forEach(operand -> predicates.addAll(onTexts(field, operand)));
        }
        check(manager, entities, Texts::getId, predicates);
    }

    private static List<Predicate<Texts>> onTexts(StringField<Texts, String> field, String operand) {
        List<Predicate<Texts>> predicates = new ArrayList<>(List.of(
                field.startsWith(operand),
                field.notStartsWith(operand),
                field.startsWithIgnoreCase(operand),
                field.notStartsWithIgnoreCase(operand),
                field.endsWith(operand),
                field.notEndsWith(operand),
                field.endsWithIgnoreCase(operand),
                field.notEndsWithIgnoreCase(operand),
                field.contains(operand),
                field.notContains(operand),
                field.containsIgnoreCase(operand),
                field.notContainsIgnoreCase(operand),
                field.equalIgnoreCase(operand),
                field.notEqualIgnoreCase(operand),
                field.isEmpty(),
                field.isNotEmpty(),
                field.isNull(),
                field.isNotNull()));
        predicates.addAll(comparisons(field, operand, "m"));
        return predicates;
    }

    @Test
    void nanAndZeroFiltersEqualTheList() {
        MixedManager manager = APP.getOrThrow(MixedManager.class);
        List<Object> doubles = AwkwardValues.of(Double.class);
        List<Mixed> entities = entities(manager);
        for (int i = 0; i < ROWS; i++) {
            Double value = (Double) doubles.get(i % doubles.size());
            entities.get(i).setId(i).setWeight(value).setOptSize(i % 5 == 0 ? null : value);
        }
        List<Predicate<Mixed>> predicates = new ArrayList<>();
        for (Object a : doubles) {
            for (Object b : List.of(a, 1e300, Double.NaN)) {
                predicates.addAll(comparisons(Mixed.WEIGHT, (Double) a, (Double) b));
                predicates.addAll(comparisons(Mixed.OPT_SIZE, (Double) a, (Double) b));
            }
        }
        check(manager, entities, Mixed::getId, predicates);
    }

    private static <E, V extends Comparable<? super V>> List<Predicate<E>> comparisons(
            HasComparableOperators<E, V> field, V a, V b) {
        List<Predicate<E>> predicates = new ArrayList<>(List.of(
                field.equal(a),
                field.notEqual(a),
                field.lessThan(a),
                field.lessOrEqual(a),
                field.greaterThan(a),
                field.greaterOrEqual(a),
                field.in(new HashSet<>(Set.of(a))),
                field.notIn(new HashSet<>(Set.of(a)))));
        for (Inclusion inclusion : Inclusion.values()) {
            predicates.add(field.between(a, b, inclusion));
            predicates.add(field.notBetween(a, b, inclusion));
        }
        return predicates;
    }

    private static <E> void check(
            Manager<E> manager, List<E> entities, Function<E, Object> id, List<Predicate<E>> predicates) {
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        List<TableStore<E>> tables = List.of(
                EntityTable.of(APP, manager, shape, entities, true, 10),
                EntityTable.of(APP, manager, shape, entities, false, 10),
                EntityTable.of(
                        APP, manager, shape, entities, true, 19)); // an odd precision keeps texts out of dictionaries
        for (Predicate<E> predicate : predicates) {
            for (Predicate<E> either : List.of(predicate, predicate.negate())) {
                List<Object> expected = entities.stream().filter(either).map(id).toList();
                for (TableStore<E> table : tables) {
                    assertThat(onColumns(table)
                                    .filter(either)
                                    .map(found -> id.apply(found))
                                    .toList())
                            .as("%s", either)
                            .isEqualTo(expected);
                    assertThat(onColumns(table).filter(either).count())
                            .as("count of %s", either)
                            .isEqualTo(expected.size());
                    assertThat(onColumns(table).limit(ROWS).filter(either).count())
                            .as("row by row, count of %s", either)
                            .isEqualTo(expected.size());
                }
            }
        }
    }

    /** Returns a stream of all rows. A filter that falls back to entities is an error. */
    private static <E> Stream<E> onColumns(TableStore<E> table) {
        return EntityStream.of(table, false, (_, operation, reason, _) -> {
            if (!operation.equals("map")) {
                throw new AssertionError(operation + ": " + reason);
            }
        });
    }

    private static <E> List<E> entities(Manager<E> manager) {
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        return new RandomEntities<>(manager, shape, new SplittableRandom(1)).list(ROWS, 30);
    }
}
