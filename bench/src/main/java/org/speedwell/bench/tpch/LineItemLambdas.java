package org.speedwell.bench.tpch;

import static org.speedwell.accelerator.query.ColumnCollectors.averagingValue;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.summingValue;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.bench.tpch.LineItemQueries.Pricing;
import org.speedwell.bench.tpch.LineItemQueries.Promotion;
import org.speedwell.bench.tpch.LineItemQueries.Revenue;
import org.speedwell.bench.tpch.LineItemQueries.TopSupplier;
import org.speedwell.bench.tpch.LineItemQueries.YearlyRevenue;
import org.speedwell.bench.tpch.TpchRecords.LineItem;

/** The queries of {@link LineItemQueries} over records, with lambdas. */
final class LineItemLambdas {
    /** The scale of averages, as in MySQL for decimals of scale 2. */
    private static final int DECIMALS = 6;

    private static final LocalDate LAST_DAY = LocalDate.of(1998, 9, 2);

    private static final BigDecimal LEAST_DISCOUNT = new BigDecimal("0.05");
    private static final BigDecimal GREATEST_DISCOUNT = new BigDecimal("0.07");
    private static final BigDecimal SMALL = new BigDecimal("24");

    private static final Set<String> SMALL_CONTAINERS = Set.of("SM CASE", "SM BOX", "SM PACK", "SM PKG");
    private static final Set<String> MEDIUM_CONTAINERS = Set.of("MED BAG", "MED BOX", "MED PKG", "MED PACK");
    private static final Set<String> LARGE_CONTAINERS = Set.of("LG CASE", "LG BOX", "LG PACK", "LG PKG");

    private static final BigDecimal SMALLEST = new BigDecimal(1);
    private static final BigDecimal SMALLEST_END = new BigDecimal(11);
    private static final BigDecimal MIDDLE = new BigDecimal(10);
    private static final BigDecimal MIDDLE_END = new BigDecimal(20);
    private static final BigDecimal LARGEST = new BigDecimal(20);
    private static final BigDecimal LARGEST_END = new BigDecimal(30);

    private LineItemLambdas() {}

    /** Answers Q1: the totals of shipped line items up to a day, by return flag and status. */
    static List<Pricing> pricingSummary(RecordTables tpch) {
        return tpch
                .lineItems()
                .filter(item -> !item.shipDate().isAfter(LAST_DAY))
                .collect(Aggregation.byKey(LineItem::returnFlag)
                        .byKey(LineItem::lineStatus)
                        .with(
                                summingValue(LineItem::quantity),
                                summingValue(LineItem::extendedPrice),
                                summingValue(LineItem::revenue),
                                summingValue(item -> item.revenue().multiply(BigDecimal.ONE.add(item.tax()))),
                                averagingValue(LineItem::quantity, DECIMALS),
                                averagingValue(LineItem::extendedPrice, DECIMALS),
                                averagingValue(LineItem::discount, DECIMALS),
                                counting())
                        .into(Pricing.class))
                .stream()
                .sorted(Comparator.comparing(Pricing::returnFlag).thenComparing(Pricing::lineStatus))
                .toList();
    }

    /** Answers Q6: the additional revenue of a year without certain discounts on small quantities. */
    static List<Revenue> forecastRevenue(RecordTables tpch) {
        LocalDate first = LocalDate.of(1994, 1, 1);
        LocalDate end = LocalDate.of(1995, 1, 1);
        return tpch.lineItems()
                .filter(item -> item.isShipped(first, end))
                .filter(item -> item.discount().compareTo(LEAST_DISCOUNT) >= 0
                        && item.discount().compareTo(GREATEST_DISCOUNT) <= 0)
                .filter(item -> item.quantity().compareTo(SMALL) < 0)
                .collect(Aggregation.of(summingValue(
                                (LineItem item) -> item.extendedPrice().multiply(item.discount())))
                        .into(Revenue.class));
    }

    private record PromotedRevenue(BigDecimal promoted, BigDecimal all) {}

    /** Answers Q14: the percentage of a month's revenue that promoted parts brought. */
    static List<Promotion> promotionEffect(RecordTables tpch) {
        LocalDate first = LocalDate.of(1995, 9, 1);
        LocalDate end = LocalDate.of(1995, 10, 1);
        return tpch
                .lineItems()
                .filter(item -> item.isShipped(first, end))
                .collect(Aggregation.of(
                                filtering(
                                        (LineItem item) -> item.part().type().startsWith("PROMO"),
                                        summingValue(LineItem::revenue)),
                                summingValue(LineItem::revenue))
                        .into(PromotedRevenue.class))
                .stream()
                .map(of -> new Promotion(100 * of.promoted.doubleValue() / of.all.doubleValue()))
                .toList();
    }

    /** Answers Q15: the suppliers with the highest revenue of a quarter. */
    static List<TopSupplier> topSuppliers(RecordTables tpch) {
        LocalDate first = LocalDate.of(1996, 1, 1);
        LocalDate end = LocalDate.of(1996, 4, 1);
        Collector<LineItem, ?, BigDecimal> revenue = summingValue(LineItem::revenue);
        return tpch
                .lineItems()
                .filter(item -> item.isShipped(first, end))
                .collect(Aggregation.byKey((LineItem item) -> item.supplier().supplierKey())
                        .byKey(item -> item.supplier().name())
                        .byKey(item -> item.supplier().address())
                        .byKey(item -> item.supplier().phone())
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

    private record Sold(int part, BigDecimal quantity, BigDecimal price, long items) {}

    /**
     * Answers Q17: the average yearly revenue of small quantities of some parts. Quantities below a fifth of the part's
     * average are small.
     */
    static List<YearlyRevenue> smallQuantityRevenue(RecordTables tpch) {
        List<Sold> quantities = tpch.lineItems()
                .filter(item -> item.part().brand().equals("Brand#23")
                        && item.part().container().equals("MED BOX"))
                .collect(Aggregation.byKey((LineItem item) -> item.part().partKey())
                        .byKey(LineItem::quantity)
                        .with(summingValue(LineItem::extendedPrice), counting())
                        .into(Sold.class));
        BigDecimal revenue = quantities.stream().collect(Collectors.groupingBy(Sold::part)).values().stream()
                .map(LineItemLambdas::smallRevenue)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return List.of(new YearlyRevenue(revenue.doubleValue() / 7));
    }

    /** Returns the revenue of the small quantities of a part. */
    private static BigDecimal smallRevenue(List<Sold> part) {
        long items = part.stream().mapToLong(Sold::items).sum();
        BigDecimal quantity = part.stream()
                .map(of -> of.quantity.multiply(BigDecimal.valueOf(of.items)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return part.stream()
                .filter(of ->
                        of.quantity.multiply(BigDecimal.valueOf(5 * items)).compareTo(quantity) < 0)
                .map(Sold::price)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Answers Q19: the revenue of some parts with the instruction to deliver in person. */
    static List<Revenue> discountedRevenue(RecordTables tpch) {
        return tpch.lineItems()
                .filter(item -> item.shipMode().equals("AIR") || item.shipMode().equals("AIR REG"))
                .filter(item -> item.shipInstructions().equals("DELIVER IN PERSON"))
                .filter(item -> item.isPacked("Brand#12", SMALL_CONTAINERS, 5, SMALLEST, SMALLEST_END)
                        || item.isPacked("Brand#23", MEDIUM_CONTAINERS, 10, MIDDLE, MIDDLE_END)
                        || item.isPacked("Brand#34", LARGE_CONTAINERS, 15, LARGEST, LARGEST_END))
                .collect(Aggregation.of(summingValue(LineItem::revenue)).into(Revenue.class));
    }
}
