package org.speedwell.bench.tpch;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
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
import java.util.stream.Stream;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Nation;
import org.speedwell.tpch.Order;
import org.speedwell.tpch.Part;
import org.speedwell.tpch.PartSupplier;
import org.speedwell.tpch.Region;
import org.speedwell.tpch.Supplier;

/** Queries of suppliers and of what they have. */
final class SupplierQueries {
    private SupplierQueries() {}

    /** Of Q2. */
    record Offer(
            BigDecimal accountBalance,
            String name,
            String nation,
            int part,
            String manufacturer,
            String address,
            String phone,
            String comment) {}

    /** Q2: the European suppliers of some parts that ask the least for them. */
    static List<Offer> cheapestSuppliers(TpchTables tpch) {
        Map<Integer, List<PartSupplier>> supplies = tpch.supplies()
                .filter(tpch.suppliedPart.where(Part.SIZE.equal(15).and(Part.TYPE.endsWith("BRASS"))))
                .filter(tpch.supplyingRegion.where(Region.NAME.equal("EUROPE")))
                .collect(groupingBy(PartSupplier::getPartKey));
        return supplies.values().stream()
                .flatMap(SupplierQueries::cheapest)
                .map(supply -> offer(tpch, supply))
                .sorted(Comparator.comparing(Offer::accountBalance)
                        .reversed()
                        .thenComparing(Offer::nation)
                        .thenComparing(Offer::name)
                        .thenComparing(Offer::part))
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

    /** Of Q11. */
    record Stock(int part, BigDecimal value) {}

    /** Q11: parts that make up more than a ten thousandth of the value of Germany's stock. */
    static List<Stock> importantStock(TpchTables tpch) {
        Map<Integer, BigDecimal> values = tpch.supplies()
                .filter(tpch.supplyingNation.where(Nation.NAME.equal("GERMANY")))
                .collect(groupingBy(
                        PartSupplier::getPartKey,
                        summing(supply ->
                                supply.getSupplyCost().multiply(BigDecimal.valueOf(supply.getAvailableQuantity())))));
        BigDecimal least = values.values().stream()
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .multiply(new BigDecimal("0.0001"));
        return values.entrySet().stream()
                .filter(group -> group.getValue().compareTo(least) > 0)
                .map(group -> new Stock(group.getKey(), group.getValue()))
                .sorted(Comparator.comparing(Stock::value).reversed().thenComparing(Stock::part))
                .toList();
    }

    /** Of Q16. */
    record Variety(String brand, String type, int size, long suppliers) {}

    private record Kind(String brand, String type, int size) {}

    /** Q16: how many suppliers, without complaints, can deliver parts of some kinds. */
    static List<Variety> suppliersOfParts(TpchTables tpch) {
        SpeedmentPredicate<Part> wanted = Part.BRAND
                .notEqual("Brand#45")
                .and(Part.TYPE.notStartsWith("MEDIUM POLISHED"))
                .and(Part.SIZE.in(49, 14, 23, 45, 19, 3, 36, 9));
        Map<Kind, Set<Integer>> suppliers = tpch.supplies()
                .filter(tpch.suppliedPart.where(wanted))
                .filter(tpch.supplyingSupplier
                        .where(supplier -> hasComplaints(supplier.getComment()))
                        .negate())
                .collect(groupingBy(
                        supply -> {
                            Part part = Objects.requireNonNull(tpch.suppliedPart.apply(supply));
                            return new Kind(part.getBrand(), part.getType(), part.getSize());
                        },
                        mapping(PartSupplier::getSupplierKey, toSet())));
        return suppliers.entrySet().stream()
                .map(group -> new Variety(
                        group.getKey().brand,
                        group.getKey().type,
                        group.getKey().size,
                        group.getValue().size()))
                .sorted(Comparator.comparingLong(Variety::suppliers)
                        .reversed()
                        .thenComparing(Variety::brand)
                        .thenComparing(Variety::type)
                        .thenComparing(Variety::size))
                .toList();
    }

    private static boolean hasComplaints(String comment) {
        int customer = comment.indexOf("Customer");
        return customer >= 0 && comment.indexOf("Complaints", customer + "Customer".length()) >= 0;
    }

    /** Of Q20. */
    record Excess(String name, String address) {}

    private record Supply(int part, int supplier) {}

    /** Q20: Canadian suppliers that have more than half a year's need of some parts. */
    static List<Excess> excessStock(TpchTables tpch) {
        SpeedmentPredicate<Part> forest = Part.NAME.startsWith("forest");
        Map<Supply, BigDecimal> sold = tpch.lineItems()
                .filter(tpch.part.where(forest))
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1994-01-01"), Date.valueOf("1995-01-01")))
                .collect(groupingBy(
                        item -> new Supply(item.getPartKey(), item.getSupplierKey()), summing(LineItem::getQuantity)));
        Set<Integer> suppliers = tpch.supplies()
                .filter(tpch.suppliedPart.where(forest))
                .filter(supply -> {
                    BigDecimal quantity = sold.get(new Supply(supply.getPartKey(), supply.getSupplierKey()));
                    return quantity != null
                            && BigDecimal.valueOf(2L * supply.getAvailableQuantity())
                                            .compareTo(quantity)
                                    > 0;
                })
                .map(PartSupplier::getSupplierKey)
                .collect(toSet());
        return tpch.suppliers()
                .filter(Supplier.SUPPLIER_KEY.in(suppliers))
                .filter(tpch.nation.where(Nation.NAME.equal("CANADA")))
                .sorted(Supplier.NAME)
                .map(supplier -> new Excess(supplier.getName(), supplier.getAddress()))
                .toList();
    }

    /** Of Q21. */
    record Waiting(String name, long orders) {}

    /** Q21: Arabian suppliers that were the only ones late with an order of several suppliers. */
    static List<Waiting> waitingOrders(TpchTables tpch) {
        List<LineItem> late = tpch.lineItems()
                .filter(tpch.supplierNation.where(Nation.NAME.equal("SAUDI ARABIA")))
                .filter(tpch.order.where(Order.ORDER_STATUS.equal("F")))
                .filter(item -> item.getReceiptDate().after(item.getCommitDate()))
                .toList();
        Map<Integer, List<LineItem>> orders = tpch.lineItems()
                .filter(LineItem.ORDER_KEY.in(
                        late.stream().map(LineItem::getOrderKey).collect(toSet())))
                .collect(groupingBy(LineItem::getOrderKey));
        Map<Integer, Long> waiting = late.stream()
                .filter(item -> isAlone(item, Objects.requireNonNull(orders.get(item.getOrderKey()))))
                .collect(groupingBy(LineItem::getSupplierKey, counting()));
        return tpch.suppliers()
                .filter(Supplier.SUPPLIER_KEY.in(waiting.keySet()))
                .map(supplier ->
                        new Waiting(supplier.getName(), Objects.requireNonNull(waiting.get(supplier.getSupplierKey()))))
                .sorted(Comparator.comparingLong(Waiting::orders).reversed().thenComparing(Waiting::name))
                .limit(100)
                .toList();
    }

    /** Whether there are other suppliers' items in the order, and none of them is late. */
    private static boolean isAlone(LineItem item, List<LineItem> order) {
        List<LineItem> others = order.stream()
                .filter(other -> other.getSupplierKey() != item.getSupplierKey())
                .toList();
        return !others.isEmpty()
                && others.stream().noneMatch(other -> other.getReceiptDate().after(other.getCommitDate()));
    }
}
