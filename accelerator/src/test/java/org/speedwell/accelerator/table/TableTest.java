package org.speedwell.accelerator.table;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.field.DoubleField;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.StringField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.TableJoins;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.ColumnCollectors;

/** Tables of the application's own rows, compared with the lists of these rows. */
@Tag("oracle")
class TableTest {
    public record Sale(long store, double amount, @Nullable String article) {
        static final TableSchema<Sale> SCHEMA = TableSchema.ofRecord(Sale.class);
        static final LongField<Sale, Long> STORE = SCHEMA.longField("store", Sale::store);
        static final DoubleField<Sale, Double> AMOUNT = SCHEMA.doubleField("amount", Sale::amount);
        static final StringField<Sale, String> ARTICLE = SCHEMA.stringField("article", Sale::article);
    }

    private static List<Sale> sales(int count) {
        SplittableRandom random = new SplittableRandom(count);
        List<Sale> sales = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String article = random.nextInt(5) == 0 ? null : "article " + random.nextInt(40);
            sales.add(new Sale(random.nextLong(-100, 100), random.nextInt(1_000) / 4.0, article));
        }
        return sales;
    }

    @Test
    void tableEqualsTheSortedListOfItsRows() {
        for (int count : new int[] {0, 1, 64, 5_000}) {
            Table<Sale> table = Sale.SCHEMA.table(sales(count));
            List<Sale> rows = sales(count).stream()
                    .sorted(Comparator.comparingLong(Sale::store))
                    .toList();

            assertThat(table.rows()).isEqualTo(count);
            assertThat(table.stream().toList()).isEqualTo(rows);
            assertThat(table.stream()
                            .filter(Sale.AMOUNT.greaterThan(100.0).and(Sale.ARTICLE.isNotNull()))
                            .mapToLong(Sale.STORE)
                            .sum())
                    .isEqualTo(rows.stream()
                            .filter(sale -> sale.amount() > 100 && sale.article() != null)
                            .mapToLong(Sale::store)
                            .sum());
            for (long key = -101; key <= 101; key++) {
                long store = key;
                assertThat(table.get(key))
                        .isEqualTo(rows.stream()
                                .filter(sale -> sale.store() == store)
                                .findFirst())
                        .isEqualTo(table.get((Object) key));
            }
        }
    }

    @Test
    void rowIsRebuiltFromItsValues() {
        Table<Sale> table = Sale.SCHEMA.table(List.of());
        for (Sale sale : sales(100)) {
            assertThat(table.row(table.values(sale))).isEqualTo(sale);
        }
        assertThat(table.columns()).isEqualTo(3);
    }

    @Test
    void replacedTableDoesNotChange() {
        Table<Sale> former = Sale.SCHEMA.table(sales(10));
        Table<Sale> next = former.replacedBy(sales(20));
        assertThat(former.stream().count()).isEqualTo(10);
        assertThat(next.stream().count()).isEqualTo(20);
    }

    @Test
    void keyOfAnotherClassIsRefused() {
        Table<Sale> table = Sale.SCHEMA.table(sales(10));
        assertThatThrownBy(() -> table.get("1")).isInstanceOf(ClassCastException.class);
    }

    /**
     * Checks that old tables do not pile up. An idle JVM does not collect garbage by itself, and native memory does not
     * make it do so.
     */
    @Test
    void replacedTablesReturnTheirMemory() {
        long each = Sale.SCHEMA.table(sales(1_000)).bytes();
        RowColumns<Sale> columns = new RowColumns<>(Sale.SCHEMA, 3 * each);
        Table<Sale> table = new Table<>(columns, sales(1_000));
        for (int i = 0; i < 100; i++) {
            table = table.replacedBy(sales(1_000));
        }
        Table<Sale> last = table;
        await().atMost(2, MINUTES).untilAsserted(() -> {
            columns.collectReplaced(last.bytes());
            assertThat(columns.bytes()).isLessThan(10 * each);
        });
        assertThat(last.stream().count()).isEqualTo(1_000);
    }

    /** A record whose constructor changes its arguments. Columns store the arguments of the constructor. */
    public record Rounded(long key, double number) {
        static final TableSchema<Rounded> SCHEMA = TableSchema.ofRecord(Rounded.class);
        static final LongField<Rounded, Long> KEY = SCHEMA.longField("key", Rounded::key);
        static final DoubleField<Rounded, Double> NUMBER =
                SCHEMA.doubleField("number", rounded -> rounded.number() + 0.25);

        public Rounded {
            number = Math.floor(number);
        }

        boolean isOdd() {
            return number % 2 != 0;
        }
    }

    @Test
    void lambdasOnRecordsGiveTheSameResults() {
        List<Sale> rows = sales(5_000).stream()
                .sorted(Comparator.comparingLong(Sale::store))
                .toList();
        Table<Sale> table = Sale.SCHEMA.table(rows);

        assertThat(table.stream()
                        .filter(sale -> sale.amount() * 2 > 300 - sale.store())
                        .toList())
                .isEqualTo(rows.stream()
                        .filter(sale -> sale.amount() * 2 > 300 - sale.store())
                        .toList());
        assertThat(table.stream()
                        .filter(sale -> sale.article() != null && sale.article().startsWith("article 1"))
                        .mapToLong(Sale::store)
                        .sum())
                .isEqualTo(rows.stream()
                        .filter(sale -> sale.article() != null && sale.article().startsWith("article 1"))
                        .mapToLong(Sale::store)
                        .sum());
        assertThat(table.stream().collect(Collectors.groupingBy(Sale::store, Collectors.summingDouble(Sale::amount))))
                .isEqualTo(rows.stream()
                        .collect(Collectors.groupingBy(Sale::store, Collectors.summingDouble(Sale::amount))));
    }

    @Test
    void constructorsThatChangeTheirArgumentsAreCalled() {
        Table<Rounded> table = Rounded.SCHEMA.table(List.of(new Rounded(1, 3.5), new Rounded(2, 4.5)));

        assertThat(table.stream().filter(Rounded::isOdd).toList()).containsExactly(new Rounded(1, 3));
        assertThat(table.stream().mapToDouble(rounded -> rounded.number()).sum())
                .isEqualTo(7);
        assertThat(table.stream().filter(Rounded.NUMBER.equal(3.25)).count()).isOne();
    }

    /** Rows with setters. One of them does more than set a field. */
    public static final class Revenue {
        static final TableSchema<Revenue> SCHEMA = TableSchema.of("revenue", Revenue::new);
        static final LongField<Revenue, Long> STORE = SCHEMA.longField("store", Revenue::getStore, Revenue::setStore);
        static final DoubleField<Revenue, Double> AMOUNT =
                SCHEMA.doubleField("amount", Revenue::getAmount, Revenue::setAmount);
        static final StringField<Revenue, String> NOTE = SCHEMA.stringField("note", Revenue::getNote, Revenue::setNote);

        /** The same columns. The setter of one rounds its value. */
        static final TableSchema<Revenue> ROUNDED = TableSchema.of("rounded", Revenue::new);

        static final LongField<Revenue, Long> STORE_OF_ROUNDED =
                ROUNDED.longField("store", Revenue::getStore, Revenue::setStore);
        static final DoubleField<Revenue, Double> ROUNDED_AMOUNT =
                ROUNDED.doubleField("amount", Revenue::getAmount, Revenue::setRoundedAmount);

        private long store;
        private double amount;
        private @Nullable String note;

        static Revenue of(Sale sale) {
            Revenue revenue = new Revenue();
            revenue.setStore(sale.store());
            revenue.setAmount(sale.amount());
            revenue.setNote(sale.article());
            return revenue;
        }

        public long getStore() {
            return store;
        }

        public void setStore(long store) {
            this.store = store;
        }

        public double getAmount() {
            return amount;
        }

        public void setAmount(double amount) {
            this.amount = amount;
        }

        public void setRoundedAmount(double exact) {
            this.amount = Math.floor(exact);
        }

        public @Nullable String getNote() {
            return note;
        }

        public void setNote(@Nullable String note) {
            this.note = note;
        }

        @Override
        public String toString() {
            return store + " " + amount + " " + note;
        }
    }

    @Test
    void lambdasOfRowsWithSettersRunOnColumns() {
        List<Revenue> rows = sales(2_000).stream()
                .sorted(Comparator.comparingLong(Sale::store))
                .map(Revenue::of)
                .toList();
        Table<Revenue> table = Revenue.SCHEMA.table(rows);
        var joined = TableJoins.of(table)
                .from(Revenue.SCHEMA.identifier())
                .innerJoinOn(Revenue.STORE.tableAlias("again"))
                .equal(Revenue.STORE)
                .build(Tuples::of);
        Explanation explained = TableJoins.explain(
                joined,
                pairs -> pairs.filter(
                                pair -> pair.get0().getAmount() > pair.get1().getAmount() + 100)
                        .mapToLong(pair -> pair.get1().getStore())
                        .sum());

        assertThat(explained.fallback()).isEmpty();
        assertThat(explained.entities()).isZero();
        assertThat(table.stream()
                        .filter(revenue -> revenue.getAmount() > 100 && revenue.getNote() != null)
                        .map(Revenue::toString)
                        .toList())
                .isEqualTo(rows.stream()
                        .filter(revenue -> revenue.getAmount() > 100 && revenue.getNote() != null)
                        .map(Revenue::toString)
                        .toList());
        assertThat(joined.stream()
                        .filter(pair -> pair.get0().getAmount() > pair.get1().getAmount() + 100)
                        .mapToLong(pair -> pair.get1().getStore())
                        .sum())
                .isEqualTo(rows.stream()
                        .flatMapToLong(one -> rows.stream()
                                .filter(other ->
                                        other.getStore() == one.getStore() && one.getAmount() > other.getAmount() + 100)
                                .mapToLong(Revenue::getStore))
                        .sum());
        assertThat(table.stream()
                        .collect(Aggregation.byKey(Revenue::getStore)
                                .with(
                                        ColumnCollectors.median(Revenue.AMOUNT),
                                        ColumnCollectors.sampleVariance(Revenue.AMOUNT),
                                        ColumnCollectors.countingDistinct(Revenue.NOTE))
                                .into(Figures.class)))
                .isEqualTo(rows.stream()
                        .collect(Aggregation.byKey(Revenue::getStore)
                                .with(
                                        ColumnCollectors.median(Revenue.AMOUNT),
                                        ColumnCollectors.sampleVariance(Revenue.AMOUNT),
                                        ColumnCollectors.countingDistinct(Revenue.NOTE))
                                .into(Figures.class)));
    }

    public record Figures(
            long store, @Nullable Double median, @Nullable Double variance, long notes) {}

    @Test
    void setterThatChangesItsArgumentIsCalled() {
        Revenue revenue = new Revenue();
        revenue.setStore(1);
        revenue.setAmount(2.5);
        Table<Revenue> table = Revenue.ROUNDED.table(List.of(revenue));

        assertThat(table.stream().filter(one -> one.getAmount() > 2).count()).isZero();
        assertThat(table.stream().mapToDouble(one -> one.getAmount()).sum()).isEqualTo(2);
        assertThat(table.stream()
                        .filter(Revenue.ROUNDED_AMOUNT.greaterThan(2.0))
                        .count())
                .isOne();
    }
}
