package org.speedwell.accelerator.live;

import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.common.tuple.nullable.Tuple3OfNullables;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.join.stage.JoinOperator;
import com.speedment.runtime.join.stage.JoinType;
import com.speedment.runtime.join.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.speedment.JoinReader;
import org.speedwell.accelerator.speedment.RowJoin;
import org.speedwell.accelerator.stream.TupleMaker;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;

/**
 * A random join of films, inventories and rentals by equal columns, in memory and by nested loops over lists. Immutable.
 *
 * @param kind "inner", "left", "right" or "full"
 */
record RandomJoin(String kind, List<Stage<?>> stages) {
    private static final List<List<HasComparableOperators<?, ?>>> COLUMNS = List.of(
            List.of(Film.FILM_ID, Film.LANGUAGE_ID, Film.ORIGINAL_LANGUAGE_ID, Film.RENTAL_DURATION),
            List.of(Inventory.INVENTORY_ID, Inventory.FILM_ID, Inventory.STORE_ID),
            List.of(Rental.RENTAL_ID, Rental.INVENTORY_ID, Rental.CUSTOMER_ID, Rental.STAFF_ID));

    private static final List<TableIdentifier<?>> TABLES =
            List.of(FilmManager.IDENTIFIER, InventoryManager.IDENTIFIER, RentalManager.IDENTIFIER);

    /** Filters of the tables. A missing row does not pass them. */
    private static final List<Predicate<?>> FILTERS = List.of(
            Film.RENTAL_DURATION.lessThan((short) 4),
            Inventory.STORE_ID.notEqual((short) 2),
            Rental.STAFF_ID.lessOrEqual((short) 3));

    static RandomJoin of(String kind, SplittableRandom random) {
        List<Stage<?>> stages = new ArrayList<>(List.of(stage(0, null, null, null, -1, random)));
        int outer = 1 + random.nextInt(2);
        for (int place = 1; place < 3; place++) {
            int other = random.nextInt(place);
            JoinType drawn = List.of(JoinType.INNER_JOIN, JoinType.LEFT_JOIN).get(random.nextInt(2));
            JoinType type = switch (kind) {
                case "inner" -> JoinType.INNER_JOIN;
                case "left" -> place == outer ? JoinType.LEFT_JOIN : drawn;
                case "right" -> place == outer ? JoinType.RIGHT_JOIN : drawn;
                default ->
                    place == 2
                            ? JoinType.LEFT_JOIN
                            : List.of(JoinType.RIGHT_JOIN, drawn).get(random.nextInt(2));
            };
            stages.add(stage(place, type, column(place, random), column(other, random), other, random));
        }
        return new RandomJoin(kind, stages);
    }

    /** Returns a random join of the inventories with themselves. */
    static RandomJoin ofItself(String kind, SplittableRandom random) {
        List<Stage<?>> stages =
                new ArrayList<>(List.of(stage(InventoryManager.IDENTIFIER, List.of(), null, null, null, -1)));
        for (int place = 1; place < 3; place++) {
            JoinType type = kind.equals("inner") ? JoinType.INNER_JOIN : JoinType.LEFT_JOIN;
            stages.add(stage(
                    InventoryManager.IDENTIFIER,
                    List.of(),
                    type,
                    column(1, random),
                    column(1, random),
                    random.nextInt(place)));
        }
        return new RandomJoin(kind, stages);
    }

    private static HasComparableOperators<?, ?> column(int place, SplittableRandom random) {
        return COLUMNS.get(place).get(random.nextInt(COLUMNS.get(place).size()));
    }

    private static Stage<?> stage(
            int place,
            @Nullable JoinType type,
            @Nullable Object field,
            @Nullable Object other,
            int referenced,
            SplittableRandom random) {
        List<Predicate<?>> filters = random.nextInt(6) == 0 ? List.of(FILTERS.get(place)) : List.of();
        return stage(TABLES.get(place), filters, type, field, other, referenced);
    }

    /** Returns a stage of a join by equal columns. */
    @SuppressWarnings("unchecked") // the fields and filters belong to the table
    static Stage<?> stage(
            TableIdentifier<?> table,
            List<? extends Predicate<?>> filters,
            @Nullable JoinType type,
            @Nullable Object field,
            @Nullable Object other,
            int referenced) {
        return Stage.of(
                (TableIdentifier<Object>) table,
                (List<Predicate<? super Object>>) (List<?>) filters,
                type,
                (HasComparableOperators<Object, ?>) field,
                type == null ? null : JoinOperator.EQUAL,
                (HasComparableOperators<?, ?>) other,
                referenced);
    }

    QuerySource<Tuple3OfNullables<Film, Inventory, Rental>> source() {
        return source(RandomJoin::tuple, TupleMaker.Shape.TUPLE_OF_NULLABLES);
    }

    /** Returns the join with other elements, made from its tuples. */
    <T> QuerySource<T> source(Function<@Nullable Object[], T> maker, TupleMaker.Shape shape) {
        return new QuerySource.OfJoin<>(new RowJoin<>(reader(), new TupleMaker<>(maker, shape, stages.size())));
    }

    JoinReader reader() {
        JoinReader reader = new JoinReader(stages, OwnRows.NONE, false, false);
        return kind.equals("full") ? reader.full() : reader;
    }

    private static Tuple3OfNullables<Film, Inventory, Rental> tuple(@Nullable Object[] of) {
        return TuplesOfNullables.ofNullables((Film) of[0], (Inventory) of[1], (Rental) of[2]);
    }

    Stream<Tuple3OfNullables<Film, Inventory, Rental>> list(RandomSakila sakila) {
        return nestedLoops(sakila).stream().map(RandomJoin::tuple);
    }

    /** Returns the tuples, which have null for a missing row. */
    List<@Nullable Object[]> nestedLoops(RandomSakila sakila) {
        List<@Nullable Object[]> tuples = new ArrayList<>();
        for (Object row : rows(0, sakila)) {
            tuples.add(with(new @Nullable Object[stages.size()], 0, row));
        }
        for (int place = 1; place < stages.size(); place++) {
            Stage<?> stage = stages.get(place);
            JoinType type = stage.joinType().orElseThrow();
            List<@Nullable Object[]> joined = new ArrayList<>();
            Set<Integer> matched = new HashSet<>();
            List<?> rows = rows(place, sakila);
            for (@Nullable Object[] tuple : tuples) {
                Object key = value(stage.foreignField().orElseThrow(), tuple[stage.referencedStage()]);
                boolean isMatched = false;
                for (int row = 0; row < rows.size(); row++) {
                    if (key != null && key.equals(value(stage.field().orElseThrow(), rows.get(row)))) {
                        isMatched = true;
                        matched.add(row);
                        joined.add(with(tuple, place, rows.get(row)));
                    }
                }
                if (!isMatched && type == JoinType.LEFT_JOIN) {
                    joined.add(tuple);
                }
            }
            boolean isFull = kind.equals("full") && place == stages.size() - 1;
            for (int row = 0; row < rows.size(); row++) {
                if ((type == JoinType.RIGHT_JOIN || isFull) && !matched.contains(row)) {
                    joined.add(with(new @Nullable Object[stages.size()], place, rows.get(row)));
                }
            }
            tuples = joined;
        }
        return tuples.stream().filter(this::passesFilters).toList();
    }

    private List<?> rows(int place, RandomSakila sakila) {
        return sakila.list(stages.get(place).identifier());
    }

    @SuppressWarnings("unchecked") // the filters belong to the table
    private boolean passesFilters(@Nullable Object[] tuple) {
        for (int place = 0; place < stages.size(); place++) {
            for (Predicate<?> filter : stages.get(place).predicates()) {
                if (tuple[place] == null || !((Predicate<Object>) filter).test(tuple[place])) {
                    return false;
                }
            }
        }
        return true;
    }

    private static @Nullable Object[] with(@Nullable Object[] tuple, int place, Object row) {
        @Nullable Object[] longer = Arrays.copyOf(tuple, tuple.length);
        longer[place] = row;
        return longer;
    }

    @SuppressWarnings("unchecked") // the row has the field
    private static @Nullable Long value(HasComparableOperators<?, ?> field, @Nullable Object row) {
        Object value = row == null
                ? null
                : ((HasComparableOperators<Object, ?>) field).getter().apply(row);
        return value == null ? null : ((Number) value).longValue();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind).append(": ");
        for (Stage<?> stage : stages) {
            text.append(stage.joinType().map(type -> " " + type + " ").orElse(""))
                    .append(stage.identifier().getTableId())
                    .append(stage.field()
                            .map(field -> " on " + field.identifier().getColumnId())
                            .orElse(""))
                    .append(stage.foreignField()
                            .map(field -> " = " + field.identifier().getTableId() + "."
                                    + field.identifier().getColumnId())
                            .orElse(""))
                    .append(stage.predicates().isEmpty() ? "" : " where " + stage.predicates());
        }
        return text.toString();
    }
}
