package org.speedwell.bench.htap;

import static org.speedwell.accelerator.query.ColumnCollectors.averagingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingByKey;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.ColumnFunctions.value;
import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.bench.htap.ItemQuestions.FIRST_DAY;
import static org.speedwell.bench.htap.ItemQuestions.LAST_DAY;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuple3;
import com.speedment.common.tuple.Tuple4;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.chbench.Customer;
import org.speedwell.chbench.NewOrder;
import org.speedwell.chbench.Order;
import org.speedwell.chbench.OrderLine;

/** The questions about customers and their orders. */
final class OrderQuestions {
    private static final BigDecimal LARGE = new BigDecimal(200);

    private OrderQuestions() {}

    /** A row of Q3. */
    record Undelivered(int order, int warehouse, int district, Timestamp entered, BigDecimal revenue) {}

    /** Answers Q3: the orders of some customers that are not delivered, by their revenue. */
    static List<Undelivered> undeliveredOrders(ChTables tables) {
        return tables
                .newOrdersWithLines(Customer.STATE.startsWith("A"))
                .filter(Order.ENTRY_DATE.greaterThan(FIRST_DAY).compose(Tuple4.getter1()))
                .collect(Aggregation.byKey((Tuple4<NewOrder, Order, Customer, OrderLine> t) ->
                                t.get1().getId())
                        .byKey(t -> t.get1().getWarehouseId())
                        .byKey(t -> t.get1().getDistrictId())
                        .byKey(t -> t.get1().getEntryDate())
                        .with(summingDecimal(decimal(OrderLine.AMOUNT)
                                .compose(Tuple4.<NewOrder, Order, Customer, OrderLine>getter3())))
                        .into(Undelivered.class))
                .stream()
                .sorted(Comparator.comparing(Undelivered::revenue)
                        .reversed()
                        .thenComparing(Undelivered::entered)
                        .thenComparing(Undelivered::order)
                        .thenComparing(Undelivered::warehouse)
                        .thenComparing(Undelivered::district))
                .toList();
    }

    /** A row of Q4. */
    record OrderSize(int lines, long orders) {}

    private record Delivered(int warehouse, int district, int order, int lines) {}

    /** Answers Q4: the number of orders of which a line was delivered, by the number of lines. */
    static List<OrderSize> deliveredOrders(ChTables tables) {
        Map<Integer, Long> orders = tables
                .ordersWithLines()
                .filter(Order.ENTRY_DATE.between(FIRST_DAY, LAST_DAY).compose(Tuple2.getter0()))
                .filter(t -> t.get1().getDeliveryDate().isPresent()
                        && t.get1().getDeliveryDate().get().compareTo(t.get0().getEntryDate()) >= 0)
                .collect(Aggregation.byKey(
                                (Tuple2<Order, OrderLine> t) -> t.get0().getWarehouseId())
                        .byKey(t -> t.get0().getDistrictId())
                        .byKey(t -> t.get0().getId())
                        .byKey(t -> t.get0().getLineCount())
                        .with()
                        .into(Delivered.class))
                .stream()
                .collect(Collectors.groupingBy(Delivered::lines, Collectors.counting()));
        return orders.entrySet().stream()
                .map(of -> new OrderSize(of.getKey(), of.getValue()))
                .sorted(Comparator.comparingInt(OrderSize::lines))
                .toList();
    }

    /** A row of Q10. */
    record Spending(int customer, String name, String city, String phone, String nation, BigDecimal revenue) {}

    /** Answers Q10: the revenue of each customer with delivered orders. */
    static List<Spending> customerRevenue(ChTables tables) {
        Map<Integer, String> nations = tables.nations();
        return tables
                .customersWithLines(Customer.ID.greaterOrEqual(0))
                .filter(Order.ENTRY_DATE.greaterOrEqual(FIRST_DAY).compose(Tuple3.getter1()))
                .filter(t -> t.get2().getDeliveryDate().isPresent()
                        && t.get1()
                                        .getEntryDate()
                                        .compareTo(t.get2().getDeliveryDate().get())
                                <= 0)
                .collect(Aggregation.byKey((Tuple3<Customer, Order, OrderLine> t) ->
                                t.get0().getId())
                        .byKey(t -> t.get0().getLast())
                        .byKey(t -> t.get0().getCity())
                        .byKey(t -> t.get0().getPhone())
                        .by(ChTables.NATION_CODE.compose(Tuple3.<Customer, Order, OrderLine>getter0()))
                        .with(summingDecimal(
                                decimal(OrderLine.AMOUNT).compose(Tuple3.<Customer, Order, OrderLine>getter2())))
                        .into(Spending.class))
                .stream()
                .map(of -> new Spending(
                        of.customer,
                        of.name,
                        of.city,
                        of.phone,
                        Objects.requireNonNull(nations.get((int) of.nation.charAt(0))),
                        of.revenue))
                .sorted(Comparator.comparing(Spending::revenue)
                        .reversed()
                        .thenComparing(Spending::customer)
                        .thenComparing(Spending::phone))
                .toList();
    }

    /** A row of Q12. */
    record Carriers(int lines, long preferred, long others) {}

    /** Counts the delivered lines for Q12, by {@code 100 × lines of the order + carrier}. */
    static Map<Integer, Long> linesByCarrier(Stream<Tuple2<Order, OrderLine>> tuples) {
        return tuples.filter(OrderLine.DELIVERY_DATE.lessThan(LAST_DAY).compose(Tuple2.getter1()))
                .filter(t -> t.get1().getDeliveryDate().isPresent()
                        && t.get0()
                                        .getEntryDate()
                                        .compareTo(t.get1().getDeliveryDate().get())
                                <= 0)
                .collect(groupingByKey(
                        t -> t.get0().getLineCount() * 100
                                + t.get0().getCarrierId().orElse(0),
                        counting()));
    }

    /** Answers Q12: the lines of orders by two carriers and by others, by the number of lines. */
    static List<Carriers> carriersByOrderSize(ChTables tables) {
        return carriersByOrderSize(linesByCarrier(tables.ordersWithLines()));
    }

    /** Answers Q12 from {@link #linesByCarrier}. */
    static List<Carriers> carriersByOrderSize(Map<Integer, Long> linesByCarrier) {
        Map<Integer, Carriers> sizes = new TreeMap<>();
        linesByCarrier.forEach((key, lines) -> {
            int carrier = key % 100;
            boolean isPreferred = carrier == 1 || carrier == 2;
            sizes.merge(
                    key / 100,
                    new Carriers(key / 100, isPreferred ? lines : 0, isPreferred || carrier == 0 ? 0 : lines),
                    (one, other) ->
                            new Carriers(one.lines, one.preferred + other.preferred, one.others + other.others));
        });
        return List.copyOf(sizes.values());
    }

    /** A row of Q13. */
    record OrderCount(long orders, long customers) {}

    /** Collects the numbers of orders of some carriers for Q13, by customer. */
    static Map<Integer, Long> ordersByCustomer(Stream<Order> orders) {
        return orders.filter(Order.CARRIER_ID.greaterThan(8)).collect(groupingBy(Order.CUSTOMER_ID, counting()));
    }

    /** Answers Q13: the number of customers for each number of orders. */
    static List<OrderCount> ordersOfCustomers(ChTables tables) {
        return ordersOfCustomers(tables, ordersByCustomer(tables.orders()));
    }

    /** Answers Q13 from {@link #ordersByCustomer}. */
    static List<OrderCount> ordersOfCustomers(ChTables tables, Map<Integer, Long> orders) {
        long customers = tables.customers().map(value(Customer.ID)).distinct().count();
        Map<Long, Long> counts = orders.values().stream().collect(Collectors.groupingBy(n -> n, Collectors.counting()));
        return Stream.concat(
                        Stream.of(new OrderCount(0, customers - orders.size())),
                        counts.entrySet().stream().map(of -> new OrderCount(of.getKey(), of.getValue())))
                .filter(of -> of.customers > 0)
                .sorted(Comparator.comparingLong(OrderCount::customers)
                        .thenComparingLong(OrderCount::orders)
                        .reversed())
                .toList();
    }

    /** A row of Q18. */
    record LargeOrder(
            int warehouse,
            int district,
            int order,
            int customer,
            String name,
            Timestamp entered,
            int lines,
            BigDecimal revenue) {}

    /** Answers Q18: the orders above an amount. */
    static List<LargeOrder> largeOrders(ChTables tables) {
        var revenue = summingDecimal(decimal(OrderLine.AMOUNT).compose(Tuple3.<Customer, Order, OrderLine>getter2()));
        return tables
                .customersWithLines(Customer.ID.greaterOrEqual(0))
                .collect(Aggregation.byKey((Tuple3<Customer, Order, OrderLine> t) ->
                                t.get1().getWarehouseId())
                        .byKey(t -> t.get1().getDistrictId())
                        .byKey(t -> t.get1().getId())
                        .byKey(t -> t.get0().getId())
                        .byKey(t -> t.get0().getLast())
                        .byKey(t -> t.get1().getEntryDate())
                        .byKey(t -> t.get1().getLineCount())
                        .with(revenue)
                        .having(revenue, sum -> sum.compareTo(LARGE) > 0)
                        .into(LargeOrder.class))
                .stream()
                .sorted(Comparator.comparing(LargeOrder::revenue)
                        .reversed()
                        .thenComparing(LargeOrder::entered)
                        .thenComparing(LargeOrder::warehouse)
                        .thenComparing(LargeOrder::district)
                        .thenComparing(LargeOrder::order))
                .toList();
    }

    /** A row of Q22. */
    record Opportunity(String country, long customers, BigDecimal balance) {}

    /** Answers Q22: the customers with a balance above the average who have no order, by country. */
    static List<Opportunity> salesOpportunities(ChTables tables) {
        SpeedmentPredicate<Customer> isReachable = IntStream.rangeClosed(1, 7)
                .mapToObj(digit -> (SpeedmentPredicate<Customer>) Customer.PHONE.startsWith(Integer.toString(digit)))
                .reduce(SpeedmentPredicate::or)
                .orElseThrow();
        BigDecimal average = tables.customers()
                .filter(isReachable)
                .filter(Customer.BALANCE.greaterThan(BigDecimal.ZERO))
                .collect(averagingDecimal(Customer.BALANCE, 6));
        if (average == null) {
            return List.of();
        }
        return tables
                .customers()
                .filter(isReachable)
                .filter(Customer.BALANCE.greaterThan(average))
                .filter(tables.anyOrder.among(tables.orders()).negate())
                .collect(Aggregation.by(ChTables.NATION_CODE)
                        .with(counting(), summingDecimal(Customer.BALANCE))
                        .into(Opportunity.class))
                .stream()
                .sorted(Comparator.comparing(Opportunity::country))
                .toList();
    }
}
