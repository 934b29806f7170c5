package org.speedwell.bench.tpch;

import static org.speedwell.accelerator.query.ColumnCollectors.averagingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinct;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.Expressions.like;
import static org.speedwell.accelerator.query.Expressions.substring;
import static org.speedwell.bench.tpch.Measures.LATE;
import static org.speedwell.bench.tpch.Measures.REVENUE;

import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Date;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.tpch.Customer;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Nation;
import org.speedwell.tpch.Order;

/** The queries over customers and their orders. */
final class OrderQueries {
    private OrderQueries() {}

    /** A row of Q3. */
    record Unshipped(int order, Date orderDate, int shipPriority, BigDecimal revenue) {}

    /** Answers Q3: the ten most valuable orders of a market segment that were not shipped by a day. */
    static List<Unshipped> unshippedOrders(TpchTables tpch) {
        Date day = Date.valueOf("1995-03-15");
        Collector<LineItem, ?, BigDecimal> revenue = summingDecimal(REVENUE);
        return tpch
                .lineItems()
                .filter(LineItem.SHIP_DATE.greaterThan(day))
                .filter(tpch.order.where(Order.ORDER_DATE.lessThan(day)))
                .filter(tpch.customer.where(Customer.MARKET_SEGMENT.equal("BUILDING")))
                .collect(Aggregation.by(LineItem.ORDER_KEY)
                        .by(tpch.order.get(Order.ORDER_DATE))
                        .by(Order.SHIP_PRIORITY.asInt().compose(tpch.order))
                        .with(revenue)
                        .greatest(10, revenue)
                        .into(Unshipped.class))
                .stream()
                .sorted(Comparator.comparing(Unshipped::revenue).reversed().thenComparing(Unshipped::orderDate))
                .limit(10)
                .toList();
    }

    /** A row of Q4. */
    record Priority(String priority, long orders) {}

    /** Answers Q4: the number of orders of a quarter with a late item, by priority. */
    static List<Priority> orderPriorities(TpchTables tpch) {
        return tpch
                .lineItems()
                .filter(tpch.order.where(
                        Order.ORDER_DATE.between(Date.valueOf("1993-07-01"), Date.valueOf("1993-10-01"))))
                .filter(LATE)
                .collect(Aggregation.by(tpch.order.get(Order.ORDER_PRIORITY))
                        .with(countingDistinct(LineItem.ORDER_KEY))
                        .into(Priority.class))
                .stream()
                .sorted(Comparator.comparing(Priority::priority))
                .toList();
    }

    /** A row of Q10. */
    record Returning(
            int customer,
            String name,
            BigDecimal revenue,
            BigDecimal accountBalance,
            String nation,
            String address,
            String phone,
            String comment) {}

    private record Returned(int customer, BigDecimal revenue) {}

    /** Answers Q10: the twenty customers who returned items of the highest value from orders of a quarter. */
    static List<Returning> returnedItems(TpchTables tpch) {
        Collector<LineItem, ?, BigDecimal> revenue = summingDecimal(REVENUE);
        List<Returned> most = tpch
                .lineItems()
                .filter(LineItem.RETURN_FLAG.equal("R"))
                .filter(tpch.order.where(
                        Order.ORDER_DATE.between(Date.valueOf("1993-10-01"), Date.valueOf("1994-01-01"))))
                .collect(Aggregation.by(Order.CUSTOMER_KEY.asInt().compose(tpch.order))
                        .with(revenue)
                        .greatest(20, revenue)
                        .into(Returned.class))
                .stream()
                .sorted(Comparator.comparing(Returned::revenue).reversed())
                .limit(20)
                .toList();
        Map<Integer, Customer> customers = tpch.customers()
                .filter(Customer.CUSTOMER_KEY.in(
                        most.stream().map(Returned::customer).collect(Collectors.toSet())))
                .collect(Collectors.toMap(Customer::getCustomerKey, Function.identity()));
        Map<Integer, String> nations = tpch.nations().collect(Collectors.toMap(Nation::getNationKey, Nation::getName));
        return most.stream()
                .map(of -> {
                    Customer customer = Objects.requireNonNull(customers.get(of.customer));
                    return new Returning(
                            of.customer,
                            customer.getName(),
                            of.revenue,
                            customer.getAccountBalance(),
                            Objects.requireNonNull(nations.get(customer.getNationKey())),
                            customer.getAddress(),
                            customer.getPhone(),
                            customer.getComment());
                })
                .toList();
    }

    /** A row of Q12. */
    record ShipMode(String mode, long urgent, long others) {}

    /** Answers Q12: the number of late items of two shipping modes, for urgent and for other orders. */
    static List<ShipMode> shippingModes(TpchTables tpch) {
        SpeedmentPredicate<LineItem> urgent = tpch.order.where(Order.ORDER_PRIORITY.in("1-URGENT", "2-HIGH"));
        return tpch
                .lineItems()
                .filter(LineItem.SHIP_MODE.in("MAIL", "SHIP"))
                .filter(LineItem.RECEIPT_DATE.between(Date.valueOf("1994-01-01"), Date.valueOf("1995-01-01")))
                .filter(LATE)
                .filter(item -> item.getShipDate().before(item.getCommitDate()))
                .collect(Aggregation.by(LineItem.SHIP_MODE)
                        .with(filtering(urgent, counting()), filtering(urgent.negate(), counting()))
                        .into(ShipMode.class))
                .stream()
                .sorted(Comparator.comparing(ShipMode::mode))
                .toList();
    }

    /** A row of Q13. */
    record OrderCount(long orders, long customers) {}

    /** The number of orders of a customer. */
    record CustomerOrders(int customer, long orders) {}

    /** Answers Q13: the number of customers for each number of orders. Orders with special requests do not count. */
    static List<OrderCount> ordersOfCustomers(TpchTables tpch) {
        List<CustomerOrders> counts = tpch.orders()
                .filter(like(Order.COMMENT, "%special%requests%").negate())
                .collect(Aggregation.by(Order.CUSTOMER_KEY).with(counting()).into(CustomerOrders.class));
        return customersByOrders(counts, tpch.customers().count());
    }

    /**
     * Returns the number of customers for each number of orders, the most customers first.
     *
     * @param counts the customers with orders
     * @param all the number of all customers
     */
    static List<OrderCount> customersByOrders(List<CustomerOrders> counts, long all) {
        Map<Long, Long> customers =
                counts.stream().collect(Collectors.groupingBy(CustomerOrders::orders, Collectors.counting()));
        return Stream.concat(
                        Stream.of(new OrderCount(0, all - counts.size())),
                        customers.entrySet().stream().map(group -> new OrderCount(group.getKey(), group.getValue())))
                .sorted(Comparator.comparingLong(OrderCount::customers)
                        .thenComparingLong(OrderCount::orders)
                        .reversed())
                .toList();
    }

    /** A row of Q18. */
    record LargeOrder(
            String name, int customer, int order, Date orderDate, BigDecimal totalPrice, BigDecimal quantity) {}

    private record OrderQuantity(int order, BigDecimal quantity) {}

    /** Answers Q18: the hundred most valuable orders of more than 300 pieces. */
    static List<LargeOrder> largeOrders(TpchTables tpch) {
        BigDecimal least = new BigDecimal(300);
        Collector<LineItem, ?, BigDecimal> quantity = summingDecimal(LineItem.QUANTITY);
        Map<Integer, BigDecimal> quantities = tpch
                .lineItems()
                .collect(Aggregation.by(LineItem.ORDER_KEY)
                        .with(quantity)
                        .having(quantity, sum -> sum.compareTo(least) > 0)
                        .into(OrderQuantity.class))
                .stream()
                .collect(Collectors.toMap(OrderQuantity::order, OrderQuantity::quantity));
        List<Order> orders = tpch.orders()
                .filter(Order.ORDER_KEY.in(quantities.keySet()))
                .sorted(Order.TOTAL_PRICE.reversed().thenComparing(Order.ORDER_DATE))
                .limit(100)
                .toList();
        Map<Integer, String> names = tpch.customers()
                .filter(Customer.CUSTOMER_KEY.in(
                        orders.stream().map(Order::getCustomerKey).collect(Collectors.toSet())))
                .collect(Collectors.toMap(Customer::getCustomerKey, Customer::getName));
        return orders.stream()
                .map(order -> new LargeOrder(
                        Objects.requireNonNull(names.get(order.getCustomerKey())),
                        order.getCustomerKey(),
                        order.getOrderKey(),
                        order.getOrderDate(),
                        order.getTotalPrice(),
                        Objects.requireNonNull(quantities.get(order.getOrderKey()))))
                .toList();
    }

    /** A row of Q22. */
    record Opportunity(String country, long customers, BigDecimal accountBalance) {}

    private static final ToString<Customer> COUNTRY = substring(Customer.PHONE.asString(), 0, 2);

    /**
     * Answers Q22: the customers of some countries who have an above-average balance and no orders. The telephone
     * number determines the country.
     */
    static List<Opportunity> salesOpportunities(TpchTables tpch) {
        SpeedmentPredicate<Customer> ofCountries = Stream.of("13", "31", "23", "29", "30", "18", "17")
                .map(country -> (SpeedmentPredicate<Customer>) Customer.PHONE.startsWith(country))
                .reduce(SpeedmentPredicate::or)
                .orElseThrow();
        BigDecimal average = Objects.requireNonNull(tpch.customers()
                .filter(ofCountries)
                .filter(Customer.ACCOUNT_BALANCE.greaterThan(BigDecimal.ZERO))
                .collect(averagingDecimal(Customer.ACCOUNT_BALANCE, 6)));
        return tpch
                .customers()
                .filter(ofCountries)
                .filter(Customer.ACCOUNT_BALANCE.greaterThan(average))
                .filter(tpch.anyOrder.among(tpch.orders()).negate())
                .collect(Aggregation.by(COUNTRY)
                        .with(counting(), summingDecimal(Customer.ACCOUNT_BALANCE))
                        .into(Opportunity.class))
                .stream()
                .sorted(Comparator.comparing(Opportunity::country))
                .toList();
    }
}
