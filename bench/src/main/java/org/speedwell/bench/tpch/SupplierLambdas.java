package org.speedwell.bench.tpch;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinctValue;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.summingValue;

import java.math.BigDecimal;
import java.time.LocalDate;
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
import org.speedwell.bench.tpch.SupplierQueries.Excess;
import org.speedwell.bench.tpch.SupplierQueries.Offer;
import org.speedwell.bench.tpch.SupplierQueries.Stock;
import org.speedwell.bench.tpch.SupplierQueries.Variety;
import org.speedwell.bench.tpch.SupplierQueries.Waiting;
import org.speedwell.bench.tpch.TpchRecords.LineItem;
import org.speedwell.bench.tpch.TpchRecords.Part;
import org.speedwell.bench.tpch.TpchRecords.PartSupplier;
import org.speedwell.bench.tpch.TpchRecords.Supplier;

/** The queries of {@link SupplierQueries} over records, with lambdas. */
final class SupplierLambdas {
    private static final Set<Integer> SIZES = Set.of(49, 14, 23, 45, 19, 3, 36, 9);

    private SupplierLambdas() {}

    /** Answers Q2: the European suppliers with the lowest cost for some parts. */
    static List<Offer> cheapestSuppliers(RecordTables tpch) {
        Map<Integer, List<PartSupplier>> supplies = tpch
                .supplies()
                .filter(supply ->
                        supply.part().size() == 15 && supply.part().type().endsWith("BRASS"))
                .filter(supply -> supply.supplier().nation().region().name().equals("EUROPE"))
                .toList()
                .stream()
                .collect(groupingBy(supply -> supply.part().partKey()));
        return supplies.values().stream()
                .flatMap(SupplierLambdas::cheapest)
                .map(SupplierLambdas::offer)
                .sorted(Offer.ORDER)
                .limit(100)
                .toList();
    }

    private static Stream<PartSupplier> cheapest(List<PartSupplier> supplies) {
        BigDecimal least = supplies.stream()
                .map(PartSupplier::supplyCost)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return supplies.stream().filter(supply -> supply.supplyCost().compareTo(least) == 0);
    }

    private static Offer offer(PartSupplier supply) {
        Supplier supplier = supply.supplier();
        Part part = supply.part();
        return new Offer(
                supplier.accountBalance(),
                supplier.name(),
                supplier.nation().name(),
                part.partKey(),
                part.manufacturer(),
                supplier.address(),
                supplier.phone(),
                supplier.comment());
    }

    /** Answers Q11: the parts that are more than a ten-thousandth of the value of Germany's stock. */
    static List<Stock> importantStock(RecordTables tpch) {
        List<Stock> values = tpch.supplies()
                .filter(supply -> supply.supplier().nation().name().equals("GERMANY"))
                .collect(
                        Aggregation.byKey((PartSupplier supply) -> supply.part().partKey())
                                .with(summingValue(PartSupplier::stockValue))
                                .into(Stock.class));
        BigDecimal least = values.stream()
                .map(Stock::value)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .multiply(new BigDecimal("0.0001"));
        return values.stream()
                .filter(stock -> stock.value().compareTo(least) > 0)
                .sorted(Comparator.comparing(Stock::value).reversed().thenComparing(Stock::part))
                .toList();
    }

    /** Answers Q16: the number of suppliers without complaints for some kinds of parts. */
    static List<Variety> suppliersOfParts(RecordTables tpch) {
        return tpch
                .supplies()
                .filter(supply -> !supply.part().brand().equals("Brand#45")
                        && !supply.part().type().startsWith("MEDIUM POLISHED")
                        && SIZES.contains(supply.part().size()))
                .filter(supply -> !supply.supplier().comment().matches("(?s).*Customer.*Complaints.*"))
                .collect(Aggregation.byKey(
                                (PartSupplier supply) -> supply.part().brand())
                        .byKey(supply -> supply.part().type())
                        .byKey(supply -> supply.part().size())
                        .with(countingDistinctValue(supply -> supply.supplier().supplierKey()))
                        .into(Variety.class))
                .stream()
                .sorted(Comparator.comparingLong(Variety::suppliers)
                        .reversed()
                        .thenComparing(Variety::brand)
                        .thenComparing(Variety::type)
                        .thenComparing(Variety::size))
                .toList();
    }

    private record Supply(int part, int supplier) {}

    private record Sold(int part, int supplier, BigDecimal quantity) {}

    private record Available(int part, int supplier, int quantity) {}

    /** Answers Q20: the Canadian suppliers whose stock of some parts exceeds half of a year's sales. */
    static List<Excess> excessStock(RecordTables tpch) {
        LocalDate first = LocalDate.of(1994, 1, 1);
        LocalDate end = LocalDate.of(1995, 1, 1);
        Map<Supply, BigDecimal> sold = tpch
                .lineItems()
                .filter(item -> item.part().name().startsWith("forest"))
                .filter(item -> item.isShipped(first, end))
                .collect(Aggregation.byKey((LineItem item) -> item.part().partKey())
                        .byKey(item -> item.supplier().supplierKey())
                        .with(summingValue(LineItem::quantity))
                        .into(Sold.class))
                .stream()
                .collect(toMap(of -> new Supply(of.part, of.supplier), Sold::quantity));
        Set<Integer> suppliers = tpch
                .supplies()
                .filter(supply -> supply.part().name().startsWith("forest"))
                .collect(
                        Aggregation.byKey((PartSupplier supply) -> supply.part().partKey())
                                .byKey(supply -> supply.supplier().supplierKey())
                                .with(summingInt(PartSupplier::availableQuantity))
                                .into(Available.class))
                .stream()
                .filter(of -> isExcess(of.quantity, sold.get(new Supply(of.part, of.supplier))))
                .map(Available::supplier)
                .collect(toUnmodifiableSet());
        return tpch
                .suppliers()
                .filter(supplier -> suppliers.contains(supplier.supplierKey()))
                .filter(supplier -> supplier.nation().name().equals("CANADA"))
                .sorted(Comparator.comparing(Supplier::name))
                .toList()
                .stream()
                .map(supplier -> new Excess(supplier.name(), supplier.address()))
                .toList();
    }

    private static boolean isExcess(int available, @Nullable BigDecimal sold) {
        return sold != null && BigDecimal.valueOf(2L * available).compareTo(sold) > 0;
    }

    private record Late(int order, int supplier, long items) {}

    private record OrderSuppliers(int order, long suppliers) {}

    /** Answers Q21: the suppliers of Saudi Arabia that alone were late with an order of several suppliers. */
    static List<Waiting> waitingOrders(RecordTables tpch) {
        List<Late> late = tpch.lineItems()
                .filter(item -> item.supplier().nation().name().equals("SAUDI ARABIA"))
                .filter(item -> item.order().status().equals("F"))
                .filter(LineItem::isLate)
                .collect(Aggregation.byKey((LineItem item) -> item.order().orderKey())
                        .byKey(item -> item.supplier().supplierKey())
                        .with(counting())
                        .into(Late.class));
        Set<Integer> orders = late.stream().map(Late::order).collect(toUnmodifiableSet());
        Set<Integer> lateByOne = ordersBySuppliers(
                tpch.lineItems()
                        .filter(item -> orders.contains(item.order().orderKey()))
                        .filter(LineItem::isLate),
                suppliers -> suppliers == 1);
        Set<Integer> shared = ordersBySuppliers(
                tpch.lineItems().filter(item -> lateByOne.contains(item.order().orderKey())),
                suppliers -> suppliers > 1);
        Map<Integer, Long> counts = late.stream()
                .filter(of -> shared.contains(of.order))
                .collect(groupingBy(Late::supplier, summingLong(Late::items)));
        Set<Integer> waiting = Set.copyOf(counts.keySet());
        return tpch.suppliers().filter(supplier -> waiting.contains(supplier.supplierKey())).toList().stream()
                .map(supplier ->
                        new Waiting(supplier.name(), Objects.requireNonNull(counts.get(supplier.supplierKey()))))
                .sorted(Waiting.ORDER)
                .limit(100)
                .toList();
    }

    private static Set<Integer> ordersBySuppliers(Stream<LineItem> items, Predicate<Long> condition) {
        Collector<LineItem, ?, Long> suppliers =
                countingDistinctValue(item -> item.supplier().supplierKey());
        return items
                .collect(Aggregation.byKey((LineItem item) -> item.order().orderKey())
                        .with(suppliers)
                        .having(suppliers, condition)
                        .into(OrderSuppliers.class))
                .stream()
                .map(OrderSuppliers::order)
                .collect(toUnmodifiableSet());
    }
}
