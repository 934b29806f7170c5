package org.speedwell.bench.tpch;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinct;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.like;
import static org.speedwell.bench.tpch.Measures.LATE;

import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Date;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.Decimal;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Nation;
import org.speedwell.tpch.Order;
import org.speedwell.tpch.Part;
import org.speedwell.tpch.PartSupplier;
import org.speedwell.tpch.Region;
import org.speedwell.tpch.Supplier;

/** The queries over suppliers and their stock. */
final class SupplierQueries {
    private SupplierQueries() {}

    /** A row of Q2. */
    record Offer(
            BigDecimal accountBalance,
            String name,
            String nation,
            int part,
            String manufacturer,
            String address,
            String phone,
            String comment) {
        /** The order of the answer. */
        static final Comparator<Offer> ORDER = Comparator.comparing(Offer::accountBalance)
                .reversed()
                .thenComparing(Offer::nation)
                .thenComparing(Offer::name)
                .thenComparing(Offer::part);
    }

    /** Answers Q2: the European suppliers with the lowest cost for some parts. */
    static List<Offer> cheapestSuppliers(TpchTables tpch) {
        Map<Integer, List<PartSupplier>> supplies = tpch.supplies()
                .filter(tpch.suppliedPart.where(Part.SIZE.equal(15).and(Part.TYPE.endsWith("BRASS"))))
                .filter(tpch.supplyingRegion.where(Region.NAME.equal("EUROPE")))
                .collect(groupingBy(PartSupplier::getPartKey));
        return supplies.values().stream()
                .flatMap(SupplierQueries::cheapest)
                .map(supply -> offer(tpch, supply))
                .sorted(Offer.ORDER)
                .limit(100)
                .toList();
    }

    private static Stream<PartSupplier> cheapest(List<PartSupplier> supplies) {
        BigDecimal least = supplies.stream()
                .map(PartSupplier::getSupplyCost)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return supplies.stream().filter(supply -> supply.getSupplyCost().compareTo(least) == 0);
    }

    private static Offer offer(TpchTables tpch, PartSupplier supply) {
        Supplier supplier = Objects.requireNonNull(tpch.supplyingSupplier.apply(supply));
        Part part = Objects.requireNonNull(tpch.suppliedPart.apply(supply));
        return new Offer(
                supplier.getAccountBalance(),
                supplier.getName(),
                Objects.requireNonNull(tpch.nation.apply(supplier)).getName(),
                part.getPartKey(),
                part.getManufacturer(),
                supplier.getAddress(),
                supplier.getPhone(),
                supplier.getComment());
    }

    /** A row of Q11. */
    record Stock(int part, BigDecimal value) {}

    private static final Decimal<PartSupplier> STOCK_VALUE =
            decimal(PartSupplier.SUPPLY_COST).multiply(decimal(PartSupplier.AVAILABLE_QUANTITY.asInt()));

    /** Answers Q11: the parts that are more than a ten-thousandth of the value of Germany's stock. */
    static List<Stock> importantStock(TpchTables tpch) {
        List<Stock> values = tpch.supplies()
                .filter(tpch.supplyingNation.where(Nation.NAME.equal("GERMANY")))
                .collect(Aggregation.by(PartSupplier.PART_KEY)
                        .with(summingDecimal(STOCK_VALUE))
                        .into(Stock.class));
        BigDecimal least = values.stream()
                .map(Stock::value)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .multiply(new BigDecimal("0.0001"));
        return values.stream()
                .filter(stock -> stock.value.compareTo(least) > 0)
                .sorted(Comparator.comparing(Stock::value).reversed().thenComparing(Stock::part))
                .toList();
    }

    /** A row of Q16. */
    record Variety(String brand, String type, int size, long suppliers) {}

    /** Answers Q16: the number of suppliers without complaints for some kinds of parts. */
    static List<Variety> suppliersOfParts(TpchTables tpch) {
        SpeedmentPredicate<Part> wanted = Part.BRAND
                .notEqual("Brand#45")
                .and(Part.TYPE.notStartsWith("MEDIUM POLISHED"))
                .and(Part.SIZE.in(49, 14, 23, 45, 19, 3, 36, 9));
        return tpch
                .supplies()
                .filter(tpch.suppliedPart.where(wanted))
                .filter(tpch.supplyingSupplier.among(withComplaints(tpch)).negate())
                .collect(Aggregation.by(tpch.suppliedPart.get(Part.BRAND))
                        .by(tpch.suppliedPart.get(Part.TYPE))
                        .by(Part.SIZE.asInt().compose(tpch.suppliedPart))
                        .with(countingDistinct(PartSupplier.SUPPLIER_KEY))
                        .into(Variety.class))
                .stream()
                .sorted(Comparator.comparingLong(Variety::suppliers)
                        .reversed()
                        .thenComparing(Variety::brand)
                        .thenComparing(Variety::type)
                        .thenComparing(Variety::size))
                .toList();
    }

    private static Stream<Supplier> withComplaints(TpchTables tpch) {
        return tpch.suppliers().filter(like(Supplier.COMMENT, "%Customer%Complaints%"));
    }

    /** A row of Q20. */
    record Excess(String name, String address) {}

    private record Supply(int part, int supplier) {}

    private record Sold(int part, int supplier, BigDecimal quantity) {}

    /** Answers Q20: the Canadian suppliers whose stock of some parts exceeds half of a year's sales. */
    static List<Excess> excessStock(TpchTables tpch) {
        SpeedmentPredicate<Part> forest = Part.NAME.startsWith("forest");
        Map<Supply, BigDecimal> sold = tpch
                .lineItems()
                .filter(tpch.part.where(forest))
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1994-01-01"), Date.valueOf("1995-01-01")))
                .collect(Aggregation.by(LineItem.PART_KEY)
                        .by(LineItem.SUPPLIER_KEY)
                        .with(summingDecimal(LineItem.QUANTITY))
                        .into(Sold.class))
                .stream()
                .collect(toMap(of -> new Supply(of.part, of.supplier), Sold::quantity));
        Set<Integer> suppliers = tpch.supplies().filter(tpch.suppliedPart.where(forest)).toList().stream()
                .filter(supply -> isExcess(supply, sold.get(new Supply(supply.getPartKey(), supply.getSupplierKey()))))
                .map(PartSupplier::getSupplierKey)
                .collect(toSet());
        return tpch
                .suppliers()
                .filter(Supplier.SUPPLIER_KEY.in(suppliers))
                .filter(tpch.nation.where(Nation.NAME.equal("CANADA")))
                .sorted(Supplier.NAME)
                .toList()
                .stream()
                .map(supplier -> new Excess(supplier.getName(), supplier.getAddress()))
                .toList();
    }

    private static boolean isExcess(PartSupplier supply, @Nullable BigDecimal sold) {
        return sold != null
                && BigDecimal.valueOf(2L * supply.getAvailableQuantity()).compareTo(sold) > 0;
    }

    /** A row of Q21. */
    record Waiting(String name, long items) {
        /** The order of the answer. */
        static final Comparator<Waiting> ORDER =
                Comparator.comparingLong(Waiting::items).reversed().thenComparing(Waiting::name);
    }

    private record Late(int order, int supplier, long items) {}

    private record OrderSuppliers(int order, long suppliers) {}

    /** Answers Q21: the suppliers of Saudi Arabia that alone were late with an order of several suppliers. */
    static List<Waiting> waitingOrders(TpchTables tpch) {
        List<Late> late = tpch.lineItems()
                .filter(tpch.supplierNation.where(Nation.NAME.equal("SAUDI ARABIA")))
                .filter(tpch.order.where(Order.ORDER_STATUS.equal("F")))
                .filter(LATE)
                .collect(Aggregation.by(LineItem.ORDER_KEY)
                        .by(LineItem.SUPPLIER_KEY)
                        .with(counting())
                        .into(Late.class));
        Set<Integer> orders = late.stream().map(Late::order).collect(toSet());
        Set<Integer> lateByOne = ordersBySuppliers(
                tpch.lineItems().filter(LineItem.ORDER_KEY.in(orders)).filter(LATE), suppliers -> suppliers == 1);
        Set<Integer> shared = ordersBySuppliers(
                tpch.lineItems().filter(LineItem.ORDER_KEY.in(lateByOne)), suppliers -> suppliers > 1);
        Map<Integer, Long> counts = late.stream()
                .filter(of -> shared.contains(of.order))
                .collect(groupingBy(Late::supplier, summingLong(Late::items)));
        return tpch.suppliers().filter(Supplier.SUPPLIER_KEY.in(counts.keySet())).toList().stream()
                .map(supplier ->
                        new Waiting(supplier.getName(), Objects.requireNonNull(counts.get(supplier.getSupplierKey()))))
                .sorted(Waiting.ORDER)
                .limit(100)
                .toList();
    }

    private static Set<Integer> ordersBySuppliers(Stream<LineItem> items, Predicate<Long> condition) {
        Collector<LineItem, ?, Long> suppliers = countingDistinct(LineItem.SUPPLIER_KEY);
        return items
                .collect(Aggregation.by(LineItem.ORDER_KEY)
                        .with(suppliers)
                        .having(suppliers, condition)
                        .into(OrderSuppliers.class))
                .stream()
                .map(OrderSuppliers::order)
                .collect(toSet());
    }
}
