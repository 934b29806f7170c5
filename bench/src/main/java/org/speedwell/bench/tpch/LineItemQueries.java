package org.speedwell.bench.tpch;

import static org.speedwell.accelerator.query.ColumnCollectors.averagingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.Expressions.compare;
import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.lookUpDecimal;
import static org.speedwell.bench.tpch.Measures.REVENUE;

import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Date;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.Decimal;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Part;
import org.speedwell.tpch.Supplier;

/** The queries over line items alone, or with their parts and suppliers. */
final class LineItemQueries {
    /** The scale of averages, as in MySQL for decimals of scale 2. */
    private static final int DECIMALS = 6;

    private static final Decimal<LineItem> CHARGE = REVENUE.multiply(decimal(1).plus(LineItem.TAX));

    private static final Decimal<LineItem> DISCOUNTED =
            decimal(LineItem.EXTENDED_PRICE).multiply(LineItem.DISCOUNT);

    private LineItemQueries() {}

    /** A row of Q1. */
    record Pricing(
            String returnFlag,
            String lineStatus,
            BigDecimal quantity,
            BigDecimal basePrice,
            BigDecimal discountedPrice,
            BigDecimal charge,
            BigDecimal averageQuantity,
            BigDecimal averagePrice,
            BigDecimal averageDiscount,
            long count) {}

    /** Answers Q1: the totals of shipped line items up to a day, by return flag and status. */
    static List<Pricing> pricingSummary(TpchTables tpch) {
        return tpch
                .lineItems()
                .filter(LineItem.SHIP_DATE.lessOrEqual(Date.valueOf("1998-09-02")))
                .collect(Aggregation.by(LineItem.RETURN_FLAG)
                        .by(LineItem.LINE_STATUS)
                        .with(
                                summingDecimal(LineItem.QUANTITY),
                                summingDecimal(LineItem.EXTENDED_PRICE),
                                summingDecimal(REVENUE),
                                summingDecimal(CHARGE),
                                averagingDecimal(LineItem.QUANTITY, DECIMALS),
                                averagingDecimal(LineItem.EXTENDED_PRICE, DECIMALS),
                                averagingDecimal(LineItem.DISCOUNT, DECIMALS),
                                counting())
                        .into(Pricing.class))
                .stream()
                .sorted(Comparator.comparing(Pricing::returnFlag).thenComparing(Pricing::lineStatus))
                .toList();
    }

    /** A row of Q6 and Q19. */
    record Revenue(BigDecimal revenue) {}

    /** Answers Q6: the additional revenue of a year without certain discounts on small quantities. */
    static List<Revenue> forecastRevenue(TpchTables tpch) {
        return tpch.lineItems()
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1994-01-01"), Date.valueOf("1995-01-01")))
                .filter(LineItem.DISCOUNT.between(
                        new BigDecimal("0.05"), new BigDecimal("0.07"), Inclusion.START_INCLUSIVE_END_INCLUSIVE))
                .filter(LineItem.QUANTITY.lessThan(new BigDecimal("24")))
                .collect(Aggregation.of(summingDecimal(DISCOUNTED)).into(Revenue.class));
    }

    /** A row of Q14. */
    record Promotion(double percent) {}

    private record PromotedRevenue(BigDecimal promoted, BigDecimal all) {}

    /** Answers Q14: the percentage of a month's revenue that promoted parts brought. */
    static List<Promotion> promotionEffect(TpchTables tpch) {
        return tpch
                .lineItems()
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1995-09-01"), Date.valueOf("1995-10-01")))
                .collect(Aggregation.of(
                                filtering(tpch.part.where(Part.TYPE.startsWith("PROMO")), summingDecimal(REVENUE)),
                                summingDecimal(REVENUE))
                        .into(PromotedRevenue.class))
                .stream()
                .map(of -> new Promotion(100 * of.promoted.doubleValue() / of.all.doubleValue()))
                .toList();
    }

    /** A row of Q15. */
    record TopSupplier(int supplier, String name, String address, String phone, BigDecimal revenue) {}

    /** Answers Q15: the suppliers with the highest revenue of a quarter. */
    static List<TopSupplier> topSuppliers(TpchTables tpch) {
        Collector<LineItem, ?, BigDecimal> revenue = summingDecimal(REVENUE);
        return tpch
                .lineItems()
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1996-01-01"), Date.valueOf("1996-04-01")))
                .collect(Aggregation.by(LineItem.SUPPLIER_KEY)
                        .by(tpch.supplier.get(Supplier.NAME))
                        .by(tpch.supplier.get(Supplier.ADDRESS))
                        .by(tpch.supplier.get(Supplier.PHONE))
                        .with(revenue)
                        .having(
                                revenue,
                                Collectors.reducing(BigDecimal.ZERO, BigDecimal::max),
                                (one, greatest) -> one.compareTo(greatest) == 0)
                        .into(TopSupplier.class))
                .stream()
                .sorted(Comparator.comparingInt(TopSupplier::supplier))
                .toList();
    }

    /** A row of Q17. */
    record YearlyRevenue(double revenue) {}

    /**
     * Answers Q17: the average yearly revenue of small quantities of some parts. Quantities below a fifth of the part's
     * average are small.
     */
    static List<YearlyRevenue> smallQuantityRevenue(TpchTables tpch) {
        SpeedmentPredicate<LineItem> isSuch =
                tpch.part.where(Part.BRAND.equal("Brand#23").and(Part.CONTAINER.equal("MED BOX")));
        Map<Integer, BigDecimal> averages = tpch.lineItems()
                .filter(isSuch)
                .collect(groupingBy(LineItem.PART_KEY, averagingDecimal(LineItem.QUANTITY, DECIMALS)));
        Decimal<LineItem> fifth = decimal(
                        lookUpDecimal(LineItem.PART_KEY, averages).orElse(BigDecimal.ZERO))
                .multiply(new BigDecimal("0.2"));
        return tpch
                .lineItems()
                .filter(isSuch)
                .filter(compare(decimal(LineItem.QUANTITY)).lessThan(compare(fifth)))
                .collect(Aggregation.of(summingDecimal(decimal(LineItem.EXTENDED_PRICE)))
                        .into(Revenue.class))
                .stream()
                .map(all -> new YearlyRevenue(all.revenue.doubleValue() / 7))
                .toList();
    }

    /** Answers Q19: the revenue of some parts with the instruction to deliver in person. */
    static List<Revenue> discountedRevenue(TpchTables tpch) {
        return tpch.lineItems()
                .filter(LineItem.SHIP_MODE.in("AIR", "AIR REG"))
                .filter(LineItem.SHIP_INSTRUCTIONS.equal("DELIVER IN PERSON"))
                .filter(packed(tpch, "Brand#12", Set.of("SM CASE", "SM BOX", "SM PACK", "SM PKG"), 1, 5)
                        .or(packed(tpch, "Brand#23", Set.of("MED BAG", "MED BOX", "MED PKG", "MED PACK"), 10, 10))
                        .or(packed(tpch, "Brand#34", Set.of("LG CASE", "LG BOX", "LG PACK", "LG PKG"), 20, 15)))
                .collect(Aggregation.of(summingDecimal(REVENUE)).into(Revenue.class));
    }

    private static SpeedmentPredicate<LineItem> packed(
            TpchTables tpch, String brand, Set<String> containers, int min, int size) {
        return tpch.part
                .where(Part.BRAND
                        .equal(brand)
                        .and(Part.CONTAINER.in(containers))
                        .and(Part.SIZE.between(1, size, Inclusion.START_INCLUSIVE_END_INCLUSIVE)))
                .and(LineItem.QUANTITY.between(
                        BigDecimal.valueOf(min),
                        BigDecimal.valueOf(min + 10),
                        Inclusion.START_INCLUSIVE_END_INCLUSIVE));
    }
}
