package org.speedwell.bench.tpch;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.filtering;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.teeing;

import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Date;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Part;
import org.speedwell.tpch.Supplier;

/** Queries of line items alone, or with the parts and suppliers that they name. */
final class LineItemQueries {
    private LineItemQueries() {}

    /** The price that is paid before tax. */
    static BigDecimal revenue(LineItem item) {
        return item.getExtendedPrice().multiply(BigDecimal.ONE.subtract(item.getDiscount()));
    }

    static <T> Collector<T, ?, BigDecimal> summing(Function<T, BigDecimal> number) {
        return Collectors.reducing(BigDecimal.ZERO, number, BigDecimal::add);
    }

    /** Of Q1. */
    record Pricing(
            String returnFlag,
            String lineStatus,
            BigDecimal quantity,
            BigDecimal basePrice,
            BigDecimal discountedPrice,
            BigDecimal charge,
            double averageQuantity,
            double averagePrice,
            double averageDiscount,
            long count) {}

    private record Status(String returnFlag, String lineStatus) {}

    /** Q1: what was billed, shipped and returned up to a day. */
    static List<Pricing> pricingSummary(TpchTables tpch) {
        Map<Status, List<LineItem>> groups = tpch.lineItems()
                .filter(LineItem.SHIP_DATE.lessOrEqual(Date.valueOf("1998-09-02")))
                .collect(groupingBy(item -> new Status(item.getReturnFlag(), item.getLineStatus())));
        return groups.entrySet().stream()
                .map(group -> pricing(group.getKey(), group.getValue()))
                .sorted(Comparator.comparing(Pricing::returnFlag).thenComparing(Pricing::lineStatus))
                .toList();
    }

    private static Pricing pricing(Status status, List<LineItem> items) {
        return new Pricing(
                status.returnFlag,
                status.lineStatus,
                items.stream().collect(summing(LineItem::getQuantity)),
                items.stream().collect(summing(LineItem::getExtendedPrice)),
                items.stream().collect(summing(LineItemQueries::revenue)),
                items.stream().collect(summing(item -> revenue(item).multiply(BigDecimal.ONE.add(item.getTax())))),
                items.stream()
                        .collect(averagingDouble(item -> item.getQuantity().doubleValue())),
                items.stream()
                        .collect(averagingDouble(item -> item.getExtendedPrice().doubleValue())),
                items.stream()
                        .collect(averagingDouble(item -> item.getDiscount().doubleValue())),
                items.stream().collect(counting()));
    }

    /** Of Q6 and Q19. */
    record Revenue(BigDecimal revenue) {}

    /** Q6: what no discounts on small quantities would have brought in a year. */
    static List<Revenue> forecastRevenue(TpchTables tpch) {
        return List.of(new Revenue(tpch.lineItems()
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1994-01-01"), Date.valueOf("1995-01-01")))
                .filter(LineItem.DISCOUNT.between(
                        new BigDecimal("0.05"), new BigDecimal("0.07"), Inclusion.START_INCLUSIVE_END_INCLUSIVE))
                .filter(LineItem.QUANTITY.lessThan(new BigDecimal("24")))
                .collect(summing(item -> item.getExtendedPrice().multiply(item.getDiscount())))));
    }

    /** Of Q14. */
    record Promotion(double percent) {}

    /** Q14: the percentage of a month's revenue that came of promoted parts. */
    static List<Promotion> promotionEffect(TpchTables tpch) {
        return tpch.lineItems()
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1995-09-01"), Date.valueOf("1995-10-01")))
                .collect(teeing(
                        filtering(tpch.part.where(Part.TYPE.startsWith("PROMO")), summing(LineItemQueries::revenue)),
                        summing(LineItemQueries::revenue),
                        (promoted, all) -> List.of(new Promotion(100 * promoted.doubleValue() / all.doubleValue()))));
    }

    /** Of Q15. */
    record SupplierRevenue(int supplier, String name, String address, String phone, BigDecimal revenue) {}

    /** Q15: the suppliers with the greatest revenue of a quarter. */
    static List<SupplierRevenue> topSuppliers(TpchTables tpch) {
        Map<Integer, BigDecimal> revenues = tpch.lineItems()
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1996-01-01"), Date.valueOf("1996-04-01")))
                .collect(groupingBy(LineItem::getSupplierKey, summing(LineItemQueries::revenue)));
        BigDecimal greatest = Collections.max(revenues.values());
        revenues.values().removeIf(revenue -> revenue.compareTo(greatest) < 0);
        return tpch.suppliers()
                .filter(Supplier.SUPPLIER_KEY.in(revenues.keySet()))
                .map(supplier -> new SupplierRevenue(
                        supplier.getSupplierKey(),
                        supplier.getName(),
                        supplier.getAddress(),
                        supplier.getPhone(),
                        greatest))
                .toList();
    }

    /** Of Q17. */
    record YearlyLoss(double revenue) {}

    /** Q17: the yearly revenue that would be lost without orders of small quantities of some parts. */
    static List<YearlyLoss> smallQuantityRevenue(TpchTables tpch) {
        List<LineItem> items = tpch.lineItems()
                .filter(tpch.part.where(Part.BRAND.equal("Brand#23").and(Part.CONTAINER.equal("MED BOX"))))
                .toList();
        Map<Integer, Double> limits = items.stream()
                .collect(groupingBy(
                        LineItem::getPartKey,
                        averagingDouble(item -> 0.2 * item.getQuantity().doubleValue())));
        BigDecimal lost = items.stream()
                .filter(item -> item.getQuantity().doubleValue() < limits.getOrDefault(item.getPartKey(), 0.0))
                .collect(summing(LineItem::getExtendedPrice));
        return List.of(new YearlyLoss(lost.doubleValue() / 7));
    }

    /** Q19: the revenue of some parts that were handed over in person. */
    static List<Revenue> discountedRevenue(TpchTables tpch) {
        return List.of(new Revenue(tpch.lineItems()
                .filter(LineItem.SHIP_MODE.in("AIR", "AIR REG"))
                .filter(LineItem.SHIP_INSTRUCTIONS.equal("DELIVER IN PERSON"))
                .filter(packed(tpch, "Brand#12", Set.of("SM CASE", "SM BOX", "SM PACK", "SM PKG"), 1, 5)
                        .or(packed(tpch, "Brand#23", Set.of("MED BAG", "MED BOX", "MED PKG", "MED PACK"), 10, 10))
                        .or(packed(tpch, "Brand#34", Set.of("LG CASE", "LG BOX", "LG PACK", "LG PKG"), 20, 15)))
                .collect(summing(LineItemQueries::revenue))));
    }

    private static SpeedmentPredicate<LineItem> packed(
            TpchTables tpch, String brand, Set<String> containers, int least, int size) {
        return tpch.part
                .where(Part.BRAND
                        .equal(brand)
                        .and(Part.CONTAINER.in(containers))
                        .and(Part.SIZE.between(1, size, Inclusion.START_INCLUSIVE_END_INCLUSIVE)))
                .and(LineItem.QUANTITY.between(
                        BigDecimal.valueOf(least),
                        BigDecimal.valueOf(least + 10),
                        Inclusion.START_INCLUSIVE_END_INCLUSIVE));
    }
}
