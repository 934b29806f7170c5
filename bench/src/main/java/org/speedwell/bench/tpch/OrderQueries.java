package org.speedwell.bench.tpch;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.speedwell.bench.tpch.LineItemQueries.summing;

import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Date;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.speedwell.tpch.Customer;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Nation;
import org.speedwell.tpch.Order;

/** Queries of customers and their orders. */
final class OrderQueries {
    private OrderQueries() {}

    /** Of Q3. */
    record Unshipped(int order, BigDecimal revenue, Date orderDate, int shipPriority) {}

    /** Q3: the ten most valuable orders of a market segment that had not been shipped on a day. */
    static List<Unshipped> unshippedOrders(TpchTables tpch) {
        Date day = Date.valueOf("1995-03-15");
        Map<Integer, BigDecimal> revenues = tpch.lineItems()
                .filter(LineItem.SHIP_DATE.greaterThan(day))
                .filter(tpch.order.where(Order.ORDER_DATE.lessThan(day)))
                .filter(tpch.customer.where(Customer.MARKET_SEGMENT.equal("BUILDING")))
                .collect(groupingBy(LineItem::getOrderKey, summing(LineItemQueries::revenue)));
        return tpch.orders()
                .filter(Order.ORDER_KEY.in(revenues.keySet()))
                .map(order -> new Unshipped(
                        order.getOrderKey(),
                        Objects.requireNonNull(revenues.get(order.getOrderKey())),
                        order.getOrderDate(),
                        order.getShipPriority()))
                .sorted(Comparator.comparing(Unshipped::revenue).reversed().thenComparing(Unshipped::orderDate))
                .limit(10)
                .toList();
    }

    /** Of Q4. */
    record Priority(String priority, long orders) {}

    /** Q4: orders of a quarter of which an item came late, by priority. */
    static List<Priority> orderPriorities(TpchTables tpch) {
        SpeedmentPredicate<Order> ofQuarter =
                Order.ORDER_DATE.between(Date.valueOf("1993-07-01"), Date.valueOf("1993-10-01"));
        Set<Integer> late = tpch.lineItems()
                .filter(tpch.order.where(ofQuarter))
                .filter(item -> item.getCommitDate().before(item.getReceiptDate()))
                .map(LineItem::getOrderKey)
                .collect(toSet());
        return tpch
                .orders()
                .filter(Order.ORDER_KEY.in(late))
                .collect(groupingBy(Order::getOrderPriority, counting()))
                .entrySet()
                .stream()
                .map(group -> new Priority(group.getKey(), group.getValue()))
                .sorted(Comparator.comparing(Priority::priority))
                .toList();
    }

    /** Of Q10. */
    record Returning(
            int customer,
            String name,
            BigDecimal revenue,
            BigDecimal accountBalance,
            String nation,
            String address,
            String phone,
            String comment) {}

    /** Q10: the twenty customers who sent back most of what they ordered in a quarter. */
    static List<Returning> returnedItems(TpchTables tpch) {
        Map<Integer, BigDecimal> revenues = tpch.lineItems()
                .filter(LineItem.RETURN_FLAG.equal("R"))
                .filter(tpch.order.where(
                        Order.ORDER_DATE.between(Date.valueOf("1993-10-01"), Date.valueOf("1994-01-01"))))
                .collect(groupingBy(
                        item -> Objects.requireNonNull(tpch.order.apply(item)).getCustomerKey(),
                        summing(LineItemQueries::revenue)));
        Map<Integer, Customer> customers = tpch.customers()
                .filter(Customer.CUSTOMER_KEY.in(revenues.keySet()))
                .collect(Collectors.toMap(Customer::getCustomerKey, Function.identity()));
        Map<Integer, String> nations = tpch.nations().collect(Collectors.toMap(Nation::getNationKey, Nation::getName));
        return revenues.entrySet().stream()
                .sorted(Map.Entry.<Integer, BigDecimal>comparingByValue().reversed())
                .limit(20)
                .map(of -> {
                    Customer customer = Objects.requireNonNull(customers.get(of.getKey()));
                    return new Returning(
                            of.getKey(),
                            customer.getName(),
                            of.getValue(),
                            customer.getAccountBalance(),
                            Objects.requireNonNull(nations.get(customer.getNationKey())),
                            customer.getAddress(),
                            customer.getPhone(),
                            customer.getComment());
                })
                .toList();
    }

    /** Of Q12. */
    record ShipMode(String mode, long urgent, long others) {}

    /** Q12: items that came late by two ways of shipping, those of urgent orders and the others. */
    static List<ShipMode> shippingModes(TpchTables tpch) {
        SpeedmentPredicate<LineItem> urgent = tpch.order.where(Order.ORDER_PRIORITY.in("1-URGENT", "2-HIGH"));
        return tpch
                .lineItems()
                .filter(LineItem.SHIP_MODE.in("MAIL", "SHIP"))
                .filter(LineItem.RECEIPT_DATE.between(Date.valueOf("1994-01-01"), Date.valueOf("1995-01-01")))
                .filter(item -> item.getCommitDate().before(item.getReceiptDate())
                        && item.getShipDate().before(item.getCommitDate()))
                .collect(groupingBy(LineItem::getShipMode, Collectors.partitioningBy(urgent, counting())))
                .entrySet()
                .stream()
                .map(group -> new ShipMode(
                        group.getKey(),
                        group.getValue().getOrDefault(true, 0L),
                        group.getValue().getOrDefault(false, 0L)))
                .sorted(Comparator.comparing(ShipMode::mode))
                .toList();
    }

    /** Of Q13. */
    record OrderCount(long orders, long customers) {}

    /** Q13: how many customers have made how many orders, but for orders with special requests. */
    static List<OrderCount> ordersOfCustomers(TpchTables tpch) {
        Map<Integer, Long> counts = tpch.orders()
                .filter(order -> !hasSpecialRequests(order.getComment()))
                .collect(groupingBy(Order::getCustomerKey, counting()));
        Map<Long, Long> customers = counts.values().stream().collect(groupingBy(Function.identity(), counting()));
        return Stream.concat(
                        Stream.of(new OrderCount(0, tpch.customers().count() - counts.size())),
                        customers.entrySet().stream().map(group -> new OrderCount(group.getKey(), group.getValue())))
                .sorted(Comparator.comparingLong(OrderCount::customers)
                        .thenComparingLong(OrderCount::orders)
                        .reversed())
                .toList();
    }

    private static boolean hasSpecialRequests(String comment) {
        int special = comment.indexOf("special");
        return special >= 0 && comment.indexOf("requests", special + "special".length()) >= 0;
    }

    /** Of Q18. */
    record LargeOrder(
            String name, int customer, int order, Date orderDate, BigDecimal totalPrice, BigDecimal quantity) {}

    /** Q18: the hundred most valuable orders of more than 300 pieces. */
    static List<LargeOrder> largeOrders(TpchTables tpch) {
        Map<Integer, BigDecimal> quantities =
                tpch.lineItems().collect(groupingBy(LineItem::getOrderKey, summing(LineItem::getQuantity)));
        quantities.values().removeIf(quantity -> quantity.compareTo(new BigDecimal(300)) <= 0);
        List<Order> orders = tpch.orders()
                .filter(Order.ORDER_KEY.in(quantities.keySet()))
                .sorted(Order.TOTAL_PRICE.reversed().thenComparing(Order.ORDER_DATE))
                .limit(100)
                .toList();
        Map<Integer, String> names = tpch.customers()
                .filter(Customer.CUSTOMER_KEY.in(
                        orders.stream().map(Order::getCustomerKey).collect(toSet())))
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

    /** Of Q22. */
    record Opportunity(String country, long customers, BigDecimal accountBalance) {}

    /** Q22: customers of some countries, by their telephone, with money and no orders. */
    static List<Opportunity> salesOpportunities(TpchTables tpch) {
        SpeedmentPredicate<Customer> ofCountries = Stream.of("13", "31", "23", "29", "30", "18", "17")
                .map(country -> (SpeedmentPredicate<Customer>) Customer.PHONE.startsWith(country))
                .reduce(SpeedmentPredicate::or)
                .orElseThrow();
        BigDecimal average = tpch.customers()
                .filter(ofCountries)
                .filter(Customer.ACCOUNT_BALANCE.greaterThan(BigDecimal.ZERO))
                .collect(Collectors.teeing(
                        summing(Customer::getAccountBalance),
                        counting(),
                        (sum, count) -> sum.divide(BigDecimal.valueOf(count), 6, java.math.RoundingMode.HALF_UP)));
        Set<Integer> buyers = tpch.orders().map(Order::getCustomerKey).collect(toSet());
        return tpch
                .customers()
                .filter(ofCountries)
                .filter(Customer.ACCOUNT_BALANCE.greaterThan(average))
                .filter(Customer.CUSTOMER_KEY.notIn(buyers))
                .collect(groupingBy(customer -> customer.getPhone().substring(0, 2)))
                .entrySet()
                .stream()
                .map(group -> new Opportunity(
                        group.getKey(),
                        group.getValue().size(),
                        group.getValue().stream().collect(summing(Customer::getAccountBalance))))
                .sorted(Comparator.comparing(Opportunity::country))
                .toList();
    }
}
