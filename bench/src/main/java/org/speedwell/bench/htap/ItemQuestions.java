package org.speedwell.bench.htap;

import static org.speedwell.accelerator.query.ColumnCollectors.averagingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;
import static org.speedwell.accelerator.query.Expressions.compare;
import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.lookUpDecimal;

import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.chbench.Item;
import org.speedwell.chbench.OrderLine;

/** The questions about order lines alone, or with their items. */
final class ItemQuestions {
    /** The day after which all orders were entered and delivered. */
    static final Timestamp FIRST_DAY = Timestamp.valueOf("2007-01-02 00:00:00");

    /** The day before which all orders are entered and delivered. */
    static final Timestamp LAST_DAY = Timestamp.valueOf("2040-01-02 00:00:00");

    /** The scale of MySQL's averages of whole numbers, and of decimals of scale 2. */
    private static final int DECIMALS = 4;

    private static final int AMOUNT_DECIMALS = 6;

    private ItemQuestions() {}

    /** A row of Q1. */
    record Summary(
            int number,
            long quantity,
            BigDecimal amount,
            BigDecimal averageQuantity,
            BigDecimal averageAmount,
            long count) {}

    /** Collects the rows of Q1: the totals of delivered order lines, by their number in the order. */
    static List<Summary> summaries(Stream<OrderLine> lines) {
        return lines.filter(OrderLine.DELIVERY_DATE.greaterThan(FIRST_DAY))
                .collect(Aggregation.by(OrderLine.LINE_NUMBER)
                        .with(
                                summingLong(OrderLine.QUANTITY.asLong()),
                                summingDecimal(OrderLine.AMOUNT),
                                averagingDecimal(decimal(OrderLine.QUANTITY.asInt()), DECIMALS),
                                averagingDecimal(OrderLine.AMOUNT, AMOUNT_DECIMALS),
                                counting())
                        .into(Summary.class));
    }

    /** Answers Q1 from {@link #summaries}. */
    static List<Summary> lineSummary(List<Summary> summaries) {
        return summaries.stream()
                .sorted(Comparator.comparingInt(Summary::number))
                .toList();
    }

    /** A row of Q6 and Q19. */
    record Revenue(BigDecimal revenue) {}

    /** Answers Q6: the revenue of delivered order lines. */
    static List<Revenue> deliveredRevenue(Stream<OrderLine> lines) {
        return lines.filter(OrderLine.DELIVERY_DATE.between(FIRST_DAY, LAST_DAY))
                .filter(OrderLine.QUANTITY.between(1, 100_000, Inclusion.START_INCLUSIVE_END_INCLUSIVE))
                .collect(Aggregation.of(summingDecimal(OrderLine.AMOUNT)).into(Revenue.class));
    }

    /** A row of Q14. */
    record Promotion(double percent) {}

    /** The revenue of promoted and of all items. */
    record Promoted(BigDecimal promoted, BigDecimal all) {}

    /** Collects the revenues of Q14. */
    static List<Promoted> promoted(ChTables tables, Stream<OrderLine> lines) {
        return lines.filter(OrderLine.DELIVERY_DATE.between(FIRST_DAY, LAST_DAY))
                .collect(Aggregation.of(
                                filtering(
                                        tables.item.where(Item.DATA.startsWith("PR")),
                                        summingDecimal(OrderLine.AMOUNT)),
                                summingDecimal(OrderLine.AMOUNT))
                        .into(Promoted.class));
    }

    /** Answers Q14 from {@link #promoted}: the percentage of the revenue that promoted items brought. */
    static List<Promotion> promotionEffect(List<Promoted> revenues) {
        return revenues.stream()
                .map(of -> new Promotion(100 * of.promoted.doubleValue() / (1 + of.all.doubleValue())))
                .toList();
    }

    /** A row of Q17. */
    record YearlyRevenue(double revenue) {}

    /** Answers Q17: the yearly revenue of quantities below the average of some items. */
    static List<YearlyRevenue> smallQuantities(ChTables tables) {
        SpeedmentPredicate<OrderLine> isSuch = tables.item.where(Item.DATA.endsWith("b"));
        Map<Integer, BigDecimal> averages = tables.lines()
                .filter(isSuch)
                .collect(
                        groupingBy(OrderLine.ITEM_ID, averagingDecimal(decimal(OrderLine.QUANTITY.asInt()), DECIMALS)));
        return tables
                .lines()
                .filter(isSuch)
                .filter(compare(decimal(OrderLine.QUANTITY.asInt()))
                        .lessThan(compare(
                                lookUpDecimal(OrderLine.ITEM_ID, averages).orElse(BigDecimal.ZERO))))
                .collect(Aggregation.of(summingDecimal(OrderLine.AMOUNT)).into(Revenue.class))
                .stream()
                .map(all -> new YearlyRevenue(all.revenue.doubleValue() / 2))
                .toList();
    }

    /** Answers Q19: the revenue of some items from some warehouses. */
    static List<Revenue> selectedRevenue(ChTables tables) {
        return tables.lines()
                .filter(OrderLine.QUANTITY.between(1, 10, Inclusion.START_INCLUSIVE_END_INCLUSIVE))
                .filter(selected(tables, "a", 1, 2, 3)
                        .or(selected(tables, "b", 1, 2, 4))
                        .or(selected(tables, "c", 1, 5, 3)))
                .collect(Aggregation.of(summingDecimal(OrderLine.AMOUNT)).into(Revenue.class));
    }

    private static SpeedmentPredicate<OrderLine> selected(ChTables tables, String end, Integer... warehouses) {
        return tables.item
                .where(Item.DATA
                        .endsWith(end)
                        .and(Item.PRICE.between(
                                BigDecimal.ONE, new BigDecimal(400_000), Inclusion.START_INCLUSIVE_END_INCLUSIVE)))
                .and(OrderLine.WAREHOUSE_ID.in(warehouses));
    }
}
