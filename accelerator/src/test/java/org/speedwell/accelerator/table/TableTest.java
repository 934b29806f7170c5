package org.speedwell.accelerator.table;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.speedment.runtime.field.DoubleField;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.StringField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tables of rows of one's own beside the lists of these rows. */
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
    void aTableAnswersAsTheListOfItsRowsInOrder() {
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
    void aRowIsMadeAgainOfItsValues() {
        Table<Sale> table = Sale.SCHEMA.table(List.of());
        for (Sale sale : sales(100)) {
            assertThat(table.row(table.values(sale))).isEqualTo(sale);
        }
        assertThat(table.columns()).isEqualTo(3);
    }

    @Test
    void theFormerTableStaysAsItIs() {
        Table<Sale> former = Sale.SCHEMA.table(sales(10));
        Table<Sale> next = former.replacedBy(sales(20));
        assertThat(former.stream().count()).isEqualTo(10);
        assertThat(next.stream().count()).isEqualTo(20);
    }

    @Test
    void aKeyOfAnotherClassIsRefused() {
        Table<Sale> table = Sale.SCHEMA.table(sales(10));
        assertThatThrownBy(() -> table.get("1")).isInstanceOf(ClassCastException.class);
    }

    /** An idle JVM collects nothing by itself, and native memory does not press it to. */
    @Test
    void tablesThatWereReplacedReturnTheirMemory() {
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
}
