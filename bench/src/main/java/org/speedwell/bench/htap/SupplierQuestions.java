package org.speedwell.bench.htap;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.reducing;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.maximum;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;
import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.like;
import static org.speedwell.accelerator.query.Expressions.substring;
import static org.speedwell.accelerator.query.Expressions.year;
import static org.speedwell.bench.htap.ItemQuestions.FIRST_DAY;
import static org.speedwell.bench.htap.ItemQuestions.LAST_DAY;

import com.speedment.common.tuple.Tuple3;
import com.speedment.runtime.compute.ToBigDecimalNullable;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.field.predicate.Inclusion;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.chbench.Customer;
import org.speedwell.chbench.Item;
import org.speedwell.chbench.Order;
import org.speedwell.chbench.OrderLine;
import org.speedwell.chbench.Stock;
import org.speedwell.chbench.Supplier;
import org.speedwell.schema.ChBenchmark;

/**
 * The questions about suppliers. The supplier of a stock is warehouse × item modulo a constant, which no foreign key
 * expresses. So most questions group by that number, and look up the suppliers of the groups.
 */
final class SupplierQuestions {
    private static final ToInt<Order> YEAR = year(Order.ENTRY_DATE);

    /** The amount of the line in a tuple. */
    private static final ToBigDecimalNullable<Tuple3<Customer, Order, OrderLine>> AMOUNT =
            decimal(OrderLine.AMOUNT).compose(Tuple3.getter2());

    private SupplierQuestions() {}

    private static int supplier(int warehouse, int item) {
        return warehouse * item % ChBenchmark.SUPPLIERS;
    }

    /** A row of Q2. */
    record Offer(
            int supplier,
            String name,
            String nation,
            int item,
            String itemName,
            String address,
            String phone,
            String comment) {}

    /** Answers Q2: the European suppliers with the lowest stock of some items. */
    static List<Offer> lowestStocks(ChTables tables) {
        Map<Integer, String> nations = tables.nations();
        Map<Integer, Supplier> european = tables.suppliers()
                .filter(Supplier.NATION_KEY.in(tables.nationsOf("Europe")))
                .collect(toMap(Supplier::getSupplierKey, Function.identity()));
        Map<Integer, List<Stock>> stocks =
                tables.stocks().filter(tables.stockItem.where(Item.DATA.endsWith("b"))).toList().stream()
                        .filter(stock -> european.containsKey(supplier(stock.getWarehouseId(), stock.getItemId())))
                        .collect(groupingBy(Stock::getItemId));
        return stocks.values().stream()
                .flatMap(SupplierQuestions::lowest)
                .map(stock -> offer(tables, stock, european, nations))
                .sorted(Comparator.comparing(Offer::nation)
                        .thenComparing(Offer::name)
                        .thenComparing(Offer::item))
                .toList();
    }

    private static Stream<Stock> lowest(List<Stock> stocks) {
        int least = stocks.stream().mapToInt(Stock::getQuantity).min().orElseThrow();
        return stocks.stream().filter(stock -> stock.getQuantity() == least);
    }

    private static Offer offer(
            ChTables tables, Stock stock, Map<Integer, Supplier> suppliers, Map<Integer, String> nations) {
        Supplier supplier = Objects.requireNonNull(suppliers.get(supplier(stock.getWarehouseId(), stock.getItemId())));
        Item item = Objects.requireNonNull(tables.stockItem.apply(stock));
        return new Offer(
                supplier.getSupplierKey(),
                supplier.getName(),
                Objects.requireNonNull(nations.get(supplier.getNationKey())),
                item.getId(),
                item.getName(),
                supplier.getAddress(),
                supplier.getPhone(),
                supplier.getComment());
    }

    /** A row of Q5. */
    record NationRevenue(String nation, BigDecimal revenue) {}

    private record Trade(int supplier, String customers, BigDecimal revenue) {}

    /** Answers Q5: the revenue with European customers whose supplier has the same nation, by nation. */
    static List<NationRevenue> localSuppliers(ChTables tables) {
        Map<Integer, String> nations = tables.nations();
        Map<Integer, Integer> nationOf = tables.nationsOfSuppliers();
        Map<Integer, BigDecimal> revenues = tables
                .customersWithLines(ChTables.isOf(tables.nationsOf("Europe")))
                .filter(Order.ENTRY_DATE.greaterOrEqual(FIRST_DAY).compose(Tuple3.getter1()))
                .collect(Aggregation.byKey((Tuple3<Customer, Order, OrderLine> t) ->
                                t.get2().getWarehouseId() * t.get2().getItemId() % ChBenchmark.SUPPLIERS)
                        .by(ChTables.NATION_CODE.compose(Tuple3.<Customer, Order, OrderLine>getter0()))
                        .with(summingDecimal(AMOUNT))
                        .into(Trade.class))
                .stream()
                .filter(trade -> Objects.requireNonNull(nationOf.get(trade.supplier)) == trade.customers.charAt(0))
                .collect(groupingBy(
                        trade -> (int) trade.customers.charAt(0),
                        reducing(BigDecimal.ZERO, Trade::revenue, BigDecimal::add)));
        return revenues.entrySet().stream()
                .map(of -> new NationRevenue(Objects.requireNonNull(nations.get(of.getKey())), of.getValue()))
                .sorted(Comparator.comparing(NationRevenue::revenue).reversed().thenComparing(NationRevenue::nation))
                .toList();
    }

    /** A row of Q7. */
    record Shipping(int supplierNation, String customerNation, int year, BigDecimal revenue) {}

    /** Answers Q7: the revenue of the trade between two nations, by year. */
    static List<Shipping> volumeShipping(ChTables tables) {
        int germany = tables.nation("Germany");
        int cambodia = tables.nation("Cambodia");
        return Stream.concat(trade(tables, germany, cambodia), trade(tables, cambodia, germany))
                .sorted(Comparator.comparing(Shipping::supplierNation)
                        .thenComparing(Shipping::customerNation)
                        .thenComparing(Shipping::year))
                .toList();
    }

    private record YearlyTrade(String customers, int year, BigDecimal revenue) {}

    private static Stream<Shipping> trade(ChTables tables, int supplier, int customer) {
        return tables
                .customersWithLines(ChTables.isOf(Set.of(customer)))
                .filter(OrderLine.DELIVERY_DATE
                        .between(FIRST_DAY, LAST_DAY, Inclusion.START_INCLUSIVE_END_INCLUSIVE)
                        .compose(Tuple3.getter2()))
                .filter(tables.suppliedBy(tables.suppliersOf(Set.of(supplier)), OrderLine.SUPPLY_WAREHOUSE_ID)
                        .compose(Tuple3.getter2()))
                .collect(Aggregation.by(ChTables.NATION_CODE.compose(Tuple3.<Customer, Order, OrderLine>getter0()))
                        .by(YEAR.compose(Tuple3.<Customer, Order, OrderLine>getter1()))
                        .with(summingDecimal(AMOUNT))
                        .into(YearlyTrade.class))
                .stream()
                .map(of -> new Shipping(supplier, of.customers, of.year, of.revenue));
    }

    /** A row of Q8. */
    record MarketShare(int year, double share) {}

    private record SupplierYear(int supplier, int year, BigDecimal revenue) {}

    /** Answers Q8: Germany's share of European purchases of some items, by year. */
    static List<MarketShare> marketShare(ChTables tables) {
        Set<Integer> german = tables.suppliersOf(Set.of(tables.nation("Germany")));
        Map<Integer, List<SupplierYear>> years = tables
                .customersWithLines(ChTables.isOf(tables.nationsOf("Europe")))
                .filter(OrderLine.ITEM_ID.lessThan(1_000).compose(Tuple3.getter2()))
                .filter(tables.item.where(Item.DATA.endsWith("b")).compose(Tuple3.getter2()))
                .filter(Order.ENTRY_DATE
                        .between(FIRST_DAY, LAST_DAY, Inclusion.START_INCLUSIVE_END_INCLUSIVE)
                        .compose(Tuple3.getter1()))
                .collect(Aggregation.byKey((Tuple3<Customer, Order, OrderLine> t) ->
                                t.get2().getSupplyWarehouseId() * t.get2().getItemId() % ChBenchmark.SUPPLIERS)
                        .by(YEAR.compose(Tuple3.<Customer, Order, OrderLine>getter1()))
                        .with(summingDecimal(AMOUNT))
                        .into(SupplierYear.class))
                .stream()
                .collect(groupingBy(SupplierYear::year));
        return years.entrySet().stream()
                .map(of -> new MarketShare(
                        of.getKey(),
                        sum(of.getValue().stream().filter(each -> german.contains(each.supplier)))
                                        .doubleValue()
                                / sum(of.getValue().stream()).doubleValue()))
                .sorted(Comparator.comparingInt(MarketShare::year))
                .toList();
    }

    private static BigDecimal sum(Stream<SupplierYear> years) {
        return years.map(SupplierYear::revenue).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** A row of Q9. */
    record Profit(String nation, int year, BigDecimal profit) {}

    private record NationYear(int nation, int year) {}

    /** Answers Q9: the revenue of some items, by the supplier's nation and the year. */
    static List<Profit> productProfit(ChTables tables) {
        Map<Integer, String> nations = tables.nations();
        Map<Integer, Integer> nationOf = tables.nationsOfSuppliers();
        Map<NationYear, BigDecimal> profits = tables
                .lines()
                .filter(tables.item.where(Item.DATA.endsWith("BB")))
                .collect(Aggregation.byKey((OrderLine line) ->
                                line.getSupplyWarehouseId() * line.getItemId() % ChBenchmark.SUPPLIERS)
                        .by(YEAR.compose(tables.order))
                        .with(summingDecimal(OrderLine.AMOUNT))
                        .into(SupplierYear.class))
                .stream()
                .collect(groupingBy(
                        of -> new NationYear(Objects.requireNonNull(nationOf.get(of.supplier)), of.year),
                        reducing(BigDecimal.ZERO, SupplierYear::revenue, BigDecimal::add)));
        return profits.entrySet().stream()
                .map(of -> new Profit(
                        Objects.requireNonNull(nations.get(of.getKey().nation)), of.getKey().year, of.getValue()))
                .sorted(Comparator.comparing(Profit::nation)
                        .thenComparing(Comparator.comparingInt(Profit::year).reversed()))
                .toList();
    }

    /** A row of Q11. */
    record Demand(int item, long orders) {}

    /** Answers Q11: the items of German suppliers that have a share of all their orders. */
    static List<Demand> importantStock(ChTables tables) {
        List<Demand> demands = tables.stocks()
                .filter(tables.stockOf(tables.suppliersOf(Set.of(tables.nation("Germany")))))
                .collect(Aggregation.by(Stock.ITEM_ID)
                        .with(summingLong(Stock.ORDER_COUNT.asLong()))
                        .into(Demand.class));
        long all = demands.stream().mapToLong(Demand::orders).sum();
        return demands.stream()
                .filter(demand -> demand.orders * 1_000 > all * 5)
                .sorted(Comparator.comparingLong(Demand::orders).reversed().thenComparing(Demand::item))
                .toList();
    }

    /** A row of Q15. */
    record TopSupplier(int supplier, String name, String address, String phone, BigDecimal revenue) {}

    private record SupplierRevenue(int supplier, BigDecimal revenue) {}

    /** Answers Q15: the suppliers with the highest revenue. */
    static List<TopSupplier> topSuppliers(ChTables tables) {
        var revenue = summingDecimal(OrderLine.AMOUNT);
        Map<Integer, BigDecimal> top = tables
                .lines()
                .filter(OrderLine.DELIVERY_DATE.greaterOrEqual(FIRST_DAY))
                .collect(Aggregation.byKey((OrderLine line) ->
                                line.getSupplyWarehouseId() * line.getItemId() % ChBenchmark.SUPPLIERS)
                        .with(revenue)
                        .having(
                                revenue,
                                reducing(BigDecimal.ZERO, BigDecimal::max),
                                (one, greatest) -> one.compareTo(greatest) == 0)
                        .into(SupplierRevenue.class))
                .stream()
                .collect(toMap(SupplierRevenue::supplier, SupplierRevenue::revenue));
        return tables.suppliers().filter(Supplier.SUPPLIER_KEY.in(top.keySet())).toList().stream()
                .map(of -> new TopSupplier(
                        of.getSupplierKey(),
                        of.getName(),
                        of.getAddress(),
                        of.getPhone(),
                        Objects.requireNonNull(top.get(of.getSupplierKey()))))
                .sorted(Comparator.comparingInt(TopSupplier::supplier))
                .toList();
    }

    /** A row of Q16. */
    record Variety(String name, String brand, BigDecimal price, long suppliers) {}

    private static final ToString<Item> BRAND = substring(Item.DATA.asString(), 0, 3);

    private record Supply(String name, String brand, BigDecimal price, int supplier, long stocks) {}

    private record Kind(String name, String brand, BigDecimal price) {}

    /** Answers Q16: the number of suppliers without complaints of each kind of item. */
    static List<Variety> suppliersOfItems(ChTables tables) {
        Set<Integer> bad = tables.suppliers().filter(like(Supplier.COMMENT, "%bad%")).toList().stream()
                .map(Supplier::getSupplierKey)
                .collect(toSet());
        Map<Kind, Set<Integer>> suppliers = tables
                .stocks()
                .filter(tables.stockItem.where(Item.DATA.startsWith("zz")).negate())
                .collect(Aggregation.by(tables.stockItem.get(Item.NAME))
                        .by(BRAND.compose(tables.stockItem))
                        .by(tables.stockItem.get(Item.PRICE))
                        .byKey(stock -> stock.getWarehouseId() * stock.getItemId() % ChBenchmark.SUPPLIERS)
                        .with(counting())
                        .into(Supply.class))
                .stream()
                .filter(supply -> !bad.contains(supply.supplier))
                .collect(groupingBy(of -> new Kind(of.name, of.brand, of.price), mapping(Supply::supplier, toSet())));
        return suppliers.entrySet().stream()
                .map(of -> new Variety(
                        of.getKey().name,
                        of.getKey().brand,
                        of.getKey().price,
                        of.getValue().size()))
                .sorted(Comparator.comparingLong(Variety::suppliers)
                        .reversed()
                        .thenComparing(Variety::name)
                        .thenComparing(Variety::brand)
                        .thenComparing(Variety::price))
                .toList();
    }

    /** A row of Q20. */
    record Excess(String name, String address) {}

    /** Answers Q20: the German suppliers whose stock of some items exceeds half of the sales. */
    static List<Excess> excessStock(ChTables tables) {
        Map<Integer, Long> sold = tables.lines()
                .filter(tables.item.where(Item.DATA.startsWith("co")))
                .filter(OrderLine.DELIVERY_DATE.greaterThan(Timestamp.valueOf("2010-05-23 12:00:00")))
                .collect(ColumnCollectors.groupingBy(OrderLine.ITEM_ID, summingLong(OrderLine.QUANTITY.asLong())));
        Set<Integer> suppliers = new HashSet<>();
        tables.stocks().filter(Stock.ITEM_ID.in(sold.keySet())).toList().stream()
                .filter(stock -> 2L * stock.getQuantity() > Objects.requireNonNull(sold.get(stock.getItemId())))
                .forEach(stock -> suppliers.add(supplier(stock.getWarehouseId(), stock.getItemId())));
        return tables
                .suppliers()
                .filter(Supplier.SUPPLIER_KEY.in(suppliers))
                .filter(Supplier.NATION_KEY.equal(tables.nation("Germany")))
                .toList()
                .stream()
                .map(supplier -> new Excess(supplier.getName(), supplier.getAddress()))
                .sorted(Comparator.comparing(Excess::name))
                .toList();
    }

    /** A row of Q21. */
    record Waiting(String name, long lines) {}

    private record LineDelivery(
            int warehouse,
            int district,
            int order,
            int supplier,
            Timestamp entered,
            @Nullable Timestamp delivered,
            long lines) {}

    private record OrderKey(int warehouse, int district, int order) {}

    private record LastDelivery(
            int warehouse,
            int district,
            int order,
            @Nullable Timestamp last) {}

    /** Answers Q21: the German suppliers whose lines were the last ones of an order. */
    static List<Waiting> waitingOrders(ChTables tables) {
        Map<OrderKey, LastDelivery> last = tables
                .lines()
                .filter(OrderLine.DELIVERY_DATE.isNotNull())
                .collect(Aggregation.by(OrderLine.WAREHOUSE_ID)
                        .by(OrderLine.DISTRICT_ID)
                        .by(OrderLine.ORDER_ID)
                        .with(maximum(OrderLine.DELIVERY_DATE))
                        .into(LastDelivery.class))
                .stream()
                .collect(toMap(of -> new OrderKey(of.warehouse, of.district, of.order), Function.identity()));
        Map<Integer, Long> lines = tables
                .lines()
                .filter(OrderLine.DELIVERY_DATE.isNotNull())
                .filter(tables.suppliedBy(tables.suppliersOf(Set.of(tables.nation("Germany"))), OrderLine.WAREHOUSE_ID))
                .collect(Aggregation.by(OrderLine.WAREHOUSE_ID)
                        .by(OrderLine.DISTRICT_ID)
                        .by(OrderLine.ORDER_ID)
                        .byKey(line -> line.getWarehouseId() * line.getItemId() % ChBenchmark.SUPPLIERS)
                        .by(tables.order.get(Order.ENTRY_DATE))
                        .by(OrderLine.DELIVERY_DATE)
                        .with(counting())
                        .into(LineDelivery.class))
                .stream()
                .filter(of ->
                        isLate(of, Objects.requireNonNull(last.get(new OrderKey(of.warehouse, of.district, of.order)))))
                .collect(groupingBy(LineDelivery::supplier, Collectors.summingLong(LineDelivery::lines)));
        return tables.suppliers().filter(Supplier.SUPPLIER_KEY.in(lines.keySet())).toList().stream()
                .map(supplier ->
                        new Waiting(supplier.getName(), Objects.requireNonNull(lines.get(supplier.getSupplierKey()))))
                .sorted(Comparator.comparingLong(Waiting::lines).reversed().thenComparing(Waiting::name))
                .toList();
    }

    private static boolean isLate(LineDelivery line, LastDelivery order) {
        return line.delivered != null
                && line.delivered.after(line.entered)
                && !Objects.requireNonNull(order.last).after(line.delivered);
    }
}
