package org.speedwell.bench.tpch;

import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingValue;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinctValue;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.summingValue;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.bench.tpch.OrderQueries.CustomerOrders;
import org.speedwell.bench.tpch.OrderQueries.Opportunity;
import org.speedwell.bench.tpch.OrderQueries.OrderCount;
import org.speedwell.bench.tpch.OrderQueries.Priority;
import org.speedwell.bench.tpch.OrderQueries.Returning;
import org.speedwell.bench.tpch.OrderQueries.ShipMode;
import org.speedwell.bench.tpch.TpchRecords.Customer;
import org.speedwell.bench.tpch.TpchRecords.LineItem;
import org.speedwell.bench.tpch.TpchRecords.Order;

/** The queries of {@link OrderQueries} over records, with lambdas. */
final class OrderLambdas {
    private OrderLambdas() {}

    /** A row of Q3. */
    record Unshipped(int order, LocalDate orderDate, int shipPriority, BigDecimal revenue) {}

    /** Answers Q3: the ten most valuable orders of a market segment that were not shipped by a day. */
    static List<Unshipped> unshippedOrders(RecordTables tpch) {
        LocalDate day = LocalDate.of(1995, 3, 15);
        Collector<LineItem, ?, BigDecimal> revenue = summingValue(LineItem::revenue);
        return tpch
                .lineItems()
                .filter(item -> item.shipDate().isAfter(day))
                .filter(item -> item.order().orderDate().isBefore(day))
                .filter(item -> item.order().customer().marketSegment().equals("BUILDING"))
                .collect(Aggregation.byKey((LineItem item) -> item.order().orderKey())
                        .byKey(item -> item.order().orderDate())
                        .byKey(item -> item.order().shipPriority())
                        .with(revenue)
                        .greatest(10, revenue)
                        .into(Unshipped.class))
                .stream()
                .sorted(Comparator.comparing(Unshipped::revenue).reversed().thenComparing(Unshipped::orderDate))
                .limit(10)
                .toList();
    }

    /** Answers Q4: the number of orders of a quarter with a late item, by priority. */
    static List<Priority> orderPriorities(RecordTables tpch) {
        LocalDate first = LocalDate.of(1993, 7, 1);
        LocalDate end = LocalDate.of(1993, 10, 1);
        return tpch
                .lineItems()
                .filter(item -> item.order().isFrom(first, end))
                .filter(LineItem::isLate)
                .collect(Aggregation.byKey((LineItem item) -> item.order().priority())
                        .with(countingDistinctValue(item -> item.order().orderKey()))
                        .into(Priority.class))
                .stream()
                .sorted(Comparator.comparing(Priority::priority))
                .toList();
    }

    private record Returned(int customer, BigDecimal revenue) {}

    /** Answers Q10: the twenty customers who returned items of the highest value from orders of a quarter. */
    static List<Returning> returnedItems(RecordTables tpch) {
        LocalDate first = LocalDate.of(1993, 10, 1);
        LocalDate end = LocalDate.of(1994, 1, 1);
        Collector<LineItem, ?, BigDecimal> revenue = summingValue(LineItem::revenue);
        List<Returned> most = tpch
                .lineItems()
                .filter(item -> item.returnFlag().equals("R"))
                .filter(item -> item.order().isFrom(first, end))
                .collect(Aggregation.byKey(
                                (LineItem item) -> item.order().customer().customerKey())
                        .with(revenue)
                        .greatest(20, revenue)
                        .into(Returned.class))
                .stream()
                .sorted(Comparator.comparing(Returned::revenue).reversed())
                .limit(20)
                .toList();
        Set<Integer> keys = most.stream().map(Returned::customer).collect(toUnmodifiableSet());
        Map<Integer, Customer> customers =
                tpch.customers().filter(customer -> keys.contains(customer.customerKey())).toList().stream()
                        .collect(Collectors.toMap(Customer::customerKey, Function.identity()));
        return most.stream()
                .map(of -> {
                    Customer customer = Objects.requireNonNull(customers.get(of.customer));
                    return new Returning(
                            of.customer,
                            customer.name(),
                            of.revenue,
                            customer.accountBalance(),
                            customer.nation().name(),
                            customer.address(),
                            customer.phone(),
                            customer.comment());
                })
                .toList();
    }

    /** Answers Q12: the number of late items of two shipping modes, for urgent and for other orders. */
    static List<ShipMode> shippingModes(RecordTables tpch) {
        LocalDate first = LocalDate.of(1994, 1, 1);
        LocalDate end = LocalDate.of(1995, 1, 1);
        return tpch
                .lineItems()
                .filter(item ->
                        item.shipMode().equals("MAIL") || item.shipMode().equals("SHIP"))
                .filter(item -> !item.receiptDate().isBefore(first)
                        && item.receiptDate().isBefore(end))
                .filter(LineItem::isLate)
                .filter(item -> item.shipDate().isBefore(item.commitDate()))
                .collect(Aggregation.byKey(LineItem::shipMode)
                        .with(
                                filtering(item -> item.order().isUrgent(), counting()),
                                filtering(item -> !item.order().isUrgent(), counting()))
                        .into(ShipMode.class))
                .stream()
                .sorted(Comparator.comparing(ShipMode::mode))
                .toList();
    }

    /** Answers Q13: the number of customers for each number of orders. Orders with special requests do not count. */
    static List<OrderCount> ordersOfCustomers(RecordTables tpch) {
        List<CustomerOrders> counts = tpch.orders()
                .filter(order -> !order.comment().matches("(?s).*special.*requests.*"))
                .collect(Aggregation.byKey((Order order) -> order.customer().customerKey())
                        .with(counting())
                        .into(CustomerOrders.class));
        return OrderQueries.customersByOrders(counts, tpch.customers().count());
    }

    /** A row of Q18. */
    record LargeOrder(
            String name, int customer, int order, LocalDate orderDate, BigDecimal totalPrice, BigDecimal quantity) {}

    private record OrderQuantity(int order, BigDecimal quantity) {}

    /** Answers Q18: the hundred most valuable orders of more than 300 pieces. */
    static List<LargeOrder> largeOrders(RecordTables tpch) {
        BigDecimal least = new BigDecimal(300);
        Collector<LineItem, ?, BigDecimal> quantity = summingValue(LineItem::quantity);
        Map<Integer, BigDecimal> quantities = tpch
                .lineItems()
                .collect(Aggregation.byKey((LineItem item) -> item.order().orderKey())
                        .with(quantity)
                        .having(quantity, sum -> sum.compareTo(least) > 0)
                        .into(OrderQuantity.class))
                .stream()
                .collect(Collectors.toMap(OrderQuantity::order, OrderQuantity::quantity));
        Set<Integer> keys = Set.copyOf(quantities.keySet());
        return tpch
                .orders()
                .filter(order -> keys.contains(order.orderKey()))
                .sorted(Comparator.comparing(Order::totalPrice).reversed().thenComparing(Order::orderDate))
                .limit(100)
                .toList()
                .stream()
                .map(order -> new LargeOrder(
                        order.customer().name(),
                        order.customer().customerKey(),
                        order.orderKey(),
                        order.orderDate(),
                        order.totalPrice(),
                        Objects.requireNonNull(quantities.get(order.orderKey()))))
                .toList();
    }

    /**
     * Answers Q22: the customers of some countries who have an above-average balance and no orders. The telephone
     * number determines the country.
     */
    static List<Opportunity> salesOpportunities(RecordTables tpch) {
        BigDecimal average = Objects.requireNonNull(tpch.customers()
                .filter(Customer::isOfSomeCountries)
                .filter(customer -> customer.accountBalance().signum() > 0)
                .collect(averagingValue(Customer::accountBalance, 6)));
        Set<Integer> candidates = tpch.customers()
                .filter(Customer::isOfSomeCountries)
                .filter(customer -> customer.accountBalance().compareTo(average) > 0)
                .map(Customer::customerKey)
                .collect(toUnmodifiableSet());
        Set<Integer> buyers = tpch.orders()
                .filter(order -> candidates.contains(order.customer().customerKey()))
                .map(order -> order.customer().customerKey())
                .distinct()
                .collect(toUnmodifiableSet());
        return tpch
                .customers()
                .filter(customer -> candidates.contains(customer.customerKey()))
                .filter(customer -> !buyers.contains(customer.customerKey()))
                .collect(Aggregation.byKey(
                                (Customer customer) -> customer.phone().substring(0, 2))
                        .with(counting(), summingValue(Customer::accountBalance))
                        .into(Opportunity.class))
                .stream()
                .sorted(Comparator.comparing(Opportunity::country))
                .toList();
    }
}
