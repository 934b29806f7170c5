package org.speedwell.accelerator.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.tuple.Tuples;
import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.runtime.field.DoubleField;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import com.speedment.runtime.join.builder.JoinBuilder1;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.TableJoins;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.table.TableTest.Sale;

/** Joins of tables of the application's own rows, compared with nested loops over the lists of these rows. */
@Tag("oracle")
class TableJoinTest {
    public record Shop(long id, @Nullable String city, double turnover) {
        static final TableSchema<Shop> SCHEMA = TableSchema.ofRecord(Shop.class);
        static final LongField<Shop, Long> ID = SCHEMA.longField("id", Shop::id);
        static final StringField<Shop, String> CITY = SCHEMA.stringField("city", Shop::city);
        static final DoubleField<Shop, Double> TURNOVER = SCHEMA.doubleField("turnover", Shop::turnover);
    }

    private static final String[] TEXTS = {"", " ", "a", "a ", "A", "b", "ä", "\uD83D\uDE00", "\uFFFF"};
    private static final double[] NUMBERS = {
        0.0, -0.0, 1.5, Double.MIN_VALUE, Double.MAX_VALUE, Double.NEGATIVE_INFINITY
    };
    private static final long[] KEYS = {Long.MIN_VALUE, -1, 0, 1, 2, 3, Long.MAX_VALUE};

    private final List<Sale> sales;
    private final List<Shop> shops;
    private final JoinComponent joins;

    TableJoinTest() {
        SplittableRandom random = new SplittableRandom(20_261_127);
        sales = new ArrayList<>();
        shops = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            sales.add(new Sale(key(random), number(random), text(random)));
        }
        for (int i = 0; i < 60; i++) {
            shops.add(new Shop(key(random), text(random), number(random)));
        }
        sales.sort(Comparator.comparingLong(Sale::store));
        shops.sort(Comparator.comparingLong(Shop::id));
        joins = TableJoins.of(Sale.SCHEMA.table(sales), Shop.SCHEMA.table(shops));
    }

    private static long key(SplittableRandom random) {
        return KEYS[random.nextInt(KEYS.length)];
    }

    private static double number(SplittableRandom random) {
        return NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private static @Nullable String text(SplittableRandom random) {
        return random.nextInt(5) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)];
    }

    private List<String> loops(boolean keepsSales, boolean keepsShops, BiPredicate<Sale, Shop> matches) {
        List<String> tuples = new ArrayList<>();
        for (Sale sale : sales) {
            List<Shop> found =
                    shops.stream().filter(shop -> matches.test(sale, shop)).toList();
            found.forEach(shop -> tuples.add(tuple(sale, shop)));
            if (keepsSales && found.isEmpty()) {
                tuples.add(tuple(sale, null));
            }
        }
        for (Shop shop : shops) {
            if (keepsShops && sales.stream().noneMatch(sale -> matches.test(sale, shop))) {
                tuples.add(tuple(null, shop));
            }
        }
        return tuples;
    }

    private static String tuple(@Nullable Sale sale, @Nullable Shop shop) {
        return sale + " " + shop;
    }

    private JoinBuilder1<Sale> from() {
        return joins.from(Sale.SCHEMA.identifier());
    }

    private static List<String> tuples(Join<String> join) {
        return join.stream().toList();
    }

    @Test
    void joinsOfEveryKindEqualNestedLoops() {
        BiPredicate<Sale, Shop> isSame = (sale, shop) -> sale.store() == shop.id();
        assertThat(tuples(from().innerJoinOn(Shop.ID).equal(Sale.STORE).build(TableJoinTest::tuple)))
                .isEqualTo(loops(false, false, isSame));
        assertThat(tuples(from().leftJoinOn(Shop.ID).equal(Sale.STORE).build(TableJoinTest::tuple)))
                .isEqualTo(loops(true, false, isSame));
        assertThat(tuples(from().rightJoinOn(Shop.ID).equal(Sale.STORE).build(TableJoinTest::tuple)))
                .isEqualTo(loops(false, true, isSame));
        assertThat(tuples(TableJoins.fullOuterJoin(
                        from().leftJoinOn(Shop.ID).equal(Sale.STORE).build(TableJoinTest::tuple))))
                .isEqualTo(loops(true, true, isSame));
        assertThat(tuples(from().crossJoin(Shop.SCHEMA.identifier()).build(TableJoinTest::tuple)))
                .isEqualTo(loops(false, false, (_, _) -> true));
        assertThat(tuples(from().innerJoinOn(Shop.ID).lessThan(Sale.STORE).build(TableJoinTest::tuple)))
                .isEqualTo(loops(false, false, (sale, shop) -> shop.id() < sale.store()));
    }

    @Test
    void textsAndNumbersMatchAsInJava() {
        assertThat(tuples(from().leftJoinOn(Shop.CITY).equal(Sale.ARTICLE).build(TableJoinTest::tuple)))
                .isEqualTo(loops(
                        true,
                        false,
                        (sale, shop) -> sale.article() != null && Objects.equals(sale.article(), shop.city())));
        assertThat(tuples(from().innerJoinOn(Shop.CITY).notEqual(Sale.ARTICLE).build(TableJoinTest::tuple)))
                .isEqualTo(loops(
                        false,
                        false,
                        (sale, shop) -> sale.article() != null
                                && shop.city() != null
                                && !sale.article().equals(shop.city())));
        assertThat(tuples(from().innerJoinOn(Shop.TURNOVER).equal(Sale.AMOUNT).build(TableJoinTest::tuple)))
                .isEqualTo(loops(false, false, (sale, shop) -> sale.amount() == shop.turnover()));
        assertThat(tuples(from().innerJoinOn(Shop.TURNOVER)
                        .greaterOrEqual(Sale.AMOUNT)
                        .build(TableJoinTest::tuple)))
                .isEqualTo(loops(false, false, (sale, shop) -> shop.turnover() >= sale.amount()));
    }

    @Test
    void filtersLambdasAndGroupsRunOnColumns() {
        var join = joins.from(Sale.SCHEMA.identifier())
                .where(Sale.AMOUNT.greaterThan(1.0))
                .innerJoinOn(Shop.ID)
                .equal(Sale.STORE)
                .build(Tuples::of);
        List<String> loops = new ArrayList<>();
        long expected = 0;
        for (Sale sale : sales) {
            for (Shop shop : shops) {
                if (sale.amount() > 1 && sale.store() == shop.id()) {
                    loops.add(shop.city() + " " + sale.amount());
                    expected += shop.id() > 0 ? 1 : 0;
                }
            }
        }

        assertThat(join.stream().filter(t -> t.get1().id() > 0).count()).isEqualTo(expected);
        Explanation explained = TableJoins.explain(
                join, stream -> stream.filter(t -> t.get1().id() > 0).count());
        assertThat(explained.fallback()).isEmpty();
        assertThat(explained.toString()).contains("join").contains("Shop");
        assertThat(TableJoins.plan(join, stream -> stream.count()).toString()).contains("Sale");
        assertThat(TableJoins.explain(
                                join,
                                stream -> stream.map(t -> t.get1().id())
                                        .distinct()
                                        .distinct()
                                        .mapToLong(id -> id)
                                        .limit(0)
                                        .count())
                        .toString())
                .contains("no step ran");
        assertThat(join.stream()
                        .collect(Collectors.groupingBy(
                                t -> Optional.ofNullable(t.get1().city()), Collectors.counting())))
                .isEqualTo(loops.stream()
                        .collect(Collectors.groupingBy(
                                line -> line.startsWith("null ")
                                        ? Optional.empty()
                                        : Optional.of(line.substring(0, line.lastIndexOf(' '))),
                                Collectors.counting())));
    }

    @Test
    void joinReadsTheTablesOfTheStartOfTheStream() {
        List<Table<Shop>> published = new ArrayList<>(List.of(Shop.SCHEMA.table(List.of())));
        Rows<Shop> live = published::getLast;
        var join = TableJoins.of(live, Sale.SCHEMA.table(List.of(new Sale(7, 1, null))))
                .from(Sale.SCHEMA.identifier())
                .leftJoinOn(Shop.ID)
                .equal(Sale.STORE)
                .build(TuplesOfNullables::ofNullables);

        assertThat(join.stream().filter(t -> t.get1().isPresent()).count()).isZero();
        published.add(published.getLast().replacedBy(List.of(new Shop(7, "here", 0))));
        assertThat(join.stream().map(t -> t.get1().map(Shop::city)).toList()).containsExactly(Optional.of("here"));
    }

    @Test
    void aTableMayBeJoinedWithItself() {
        LongField<Shop, Long> again = Shop.ID.tableAlias("again");
        assertThat(joins.from(Shop.SCHEMA.identifier()).innerJoinOn(again).equal(Shop.ID).build(Tuples::of).stream()
                        .count())
                .isEqualTo(shops.stream()
                        .mapToLong(shop -> shops.stream()
                                .filter(other -> other.id() == shop.id())
                                .count())
                        .sum());
    }

    @Test
    void invalidJoinIsRefusedByName() {
        Table<Sale> table = Sale.SCHEMA.table(sales);
        assertThatThrownBy(() -> TableJoins.of(table, table))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("named Sale");
        JoinComponent ofSales = TableJoins.of(table);
        assertThatThrownBy(() -> ofSales.from(Sale.SCHEMA.identifier())
                        .innerJoinOn(Shop.ID)
                        .equal(Sale.STORE)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Shop is not one of the tables");
        assertThatThrownBy(() -> TableJoins.fullOuterJoin(joins.from(Sale.SCHEMA.identifier())
                        .innerJoinOn(Shop.ID)
                        .equal(Sale.STORE)
                        .build()))
                .hasMessageContaining("not a left join");
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "64", "4097", "70000"})
    void anyNumberOfRowsIsJoined(int rows) {
        List<Sale> many = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            many.add(new Sale(i % 1_000, i, "text " + i % 7));
        }
        List<Shop> few = List.of(new Shop(3, "text 3", 1), new Shop(999, "text 5", 2));
        JoinComponent of = TableJoins.of(Sale.SCHEMA.table(many), Shop.SCHEMA.table(few));

        assertThat(of.from(Sale.SCHEMA.identifier()).innerJoinOn(Shop.ID).equal(Sale.STORE).build(Tuples::of).stream()
                        .mapToDouble(t -> t.get0().amount() * t.get1().turnover())
                        .sum())
                .isEqualTo(many.stream()
                        .sorted(Comparator.comparingLong(Sale::store))
                        .flatMap(sale -> few.stream()
                                .filter(shop -> shop.id() == sale.store())
                                .map(shop -> sale.amount() * shop.turnover()))
                        .mapToDouble(number -> number)
                        .sum());
        assertThat(
                        of
                                .from(Shop.SCHEMA.identifier())
                                .innerJoinOn(Sale.ARTICLE)
                                .equal(Shop.CITY)
                                .build(Tuples::of)
                                .stream()
                                .parallel()
                                .filter(tuple -> tuple.get0().turnover() < 3)
                                .count())
                .isEqualTo(many.stream()
                        .filter(sale -> few.stream().anyMatch(shop -> Objects.equals(shop.city(), sale.article())))
                        .count());
    }
}
