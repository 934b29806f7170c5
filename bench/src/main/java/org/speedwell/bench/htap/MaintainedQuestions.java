package org.speedwell.bench.htap;

import static org.speedwell.accelerator.query.ColumnCollectors.groupingByKey;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;

import com.speedment.runtime.core.Speedment;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.chbench.District;
import org.speedwell.chbench.DistrictManager;
import org.speedwell.chbench.NewOrderManager;
import org.speedwell.chbench.OrderLineManager;
import org.speedwell.chbench.OrderManager;
import org.speedwell.chbench.Stock;
import org.speedwell.chbench.StockManager;

/** Five of the questions and two counts as maintained queries, and the numbers of orders that show their age. */
final class MaintainedQuestions implements AutoCloseable {
    private static final int LOW_STOCK = 15;

    private final MaintainedQuery<Map<Integer, Integer>> nextOrders;
    private final List<Maintained> all;

    /**
     * A maintained query that answers a question.
     *
     * @param sql the same question in SQL
     * @param answer the rows of the answer, from the current result
     */
    record Maintained(String name, String sql, MaintainedQuery<?> query, Supplier<List<? extends Record>> answer) {}

    /** The row of a count. */
    record Count(long count) {}

    MaintainedQuestions(Speedment app, ChTables tables) {
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        OrderLineManager lines = app.getOrThrow(OrderLineManager.class);
        nextOrders = store.maintain(
                app.getOrThrow(DistrictManager.class),
                stream -> stream.collect(groupingByKey(
                        district -> district.getWarehouseId() * Ages.WAREHOUSE + district.getId(),
                        summingInt(District.NEXT_ORDER_ID.asInt()))));
        var summaries = store.maintain(lines, ItemQuestions::summaries);
        var revenue = store.maintain(lines, ItemQuestions::deliveredRevenue);
        var promoted = store.maintain(lines, stream -> ItemQuestions.promoted(tables, stream));
        var carriers = store.maintain(
                tables.joinOrdersAndLines(), stream -> OrderQuestions.linesByCarrier(ChTables.ofSameOrder(stream)));
        var customers = store.maintain(app.getOrThrow(OrderManager.class), OrderQuestions::ordersByCustomer);
        var open = store.maintain(app.getOrThrow(NewOrderManager.class), stream -> stream.count());
        var low = store.maintain(
                app.getOrThrow(StockManager.class),
                stream -> stream.filter(Stock.QUANTITY.lessThan(LOW_STOCK)).count());
        all = List.of(
                of(Question.Q1, summaries, () -> ItemQuestions.lineSummary(summaries.get())),
                of(Question.Q6, revenue, revenue::get),
                of(Question.Q12, carriers, () -> OrderQuestions.carriersByOrderSize(carriers.get())),
                of(Question.Q13, customers, () -> OrderQuestions.ordersOfCustomers(tables, customers.get())),
                of(Question.Q14, promoted, () -> ItemQuestions.promotionEffect(promoted.get())),
                new Maintained(
                        "open orders", "SELECT count(*) FROM new_order", open, () -> List.of(new Count(open.get()))),
                new Maintained(
                        "low stocks",
                        "SELECT count(*) FROM stock WHERE s_quantity < " + LOW_STOCK,
                        low,
                        () -> List.of(new Count(low.get()))));
    }

    private static Maintained of(Question question, MaintainedQuery<?> query, Supplier<List<? extends Record>> answer) {
        return new Maintained(question.name(), question.sql(), query, answer);
    }

    /** Returns all maintained answers. */
    List<Maintained> all() {
        return all;
    }

    /** Returns the number of the next order of each district, by {@code warehouse × 100 + district}. */
    MaintainedQuery<Map<Integer, Integer>> nextOrders() {
        return nextOrders;
    }

    @Override
    public void close() {
        nextOrders.close();
        all.forEach(each -> each.query().close());
    }
}
