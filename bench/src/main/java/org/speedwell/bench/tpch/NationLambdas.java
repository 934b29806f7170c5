package org.speedwell.bench.tpch;

import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.summingValue;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.bench.tpch.NationQueries.MarketShare;
import org.speedwell.bench.tpch.NationQueries.NationRevenue;
import org.speedwell.bench.tpch.NationQueries.Profit;
import org.speedwell.bench.tpch.NationQueries.Shipping;
import org.speedwell.bench.tpch.TpchRecords.LineItem;

/** The queries of {@link NationQueries} over records, with lambdas. */
final class NationLambdas {
    private NationLambdas() {}

    /** Answers Q5: the revenue of a year with Asian customers whose supplier has the same nation, by nation. */
    static List<NationRevenue> localSuppliers(RecordTables tpch) {
        LocalDate first = LocalDate.of(1994, 1, 1);
        LocalDate end = LocalDate.of(1995, 1, 1);
        return tpch
                .lineItems()
                .filter(item -> item.order().isFrom(first, end))
                .filter(item -> item.supplier().nation().region().name().equals("ASIA"))
                .filter(item -> item.order().customer().nation().region().name().equals("ASIA"))
                .filter(item -> item.supplier().nation().nationKey()
                        == item.order().customer().nation().nationKey())
                .collect(Aggregation.byKey(
                                (LineItem item) -> item.supplier().nation().name())
                        .with(summingValue(LineItem::revenue))
                        .into(NationRevenue.class))
                .stream()
                .sorted(Comparator.comparing(NationRevenue::revenue).reversed())
                .toList();
    }

    /** Answers Q7: the revenue of the trade between France and Germany in two years. */
    static List<Shipping> volumeShipping(RecordTables tpch) {
        LocalDate first = LocalDate.of(1995, 1, 1);
        LocalDate end = LocalDate.of(1997, 1, 1);
        return tpch
                .lineItems()
                .filter(item -> item.isShipped(first, end))
                .filter(item -> item.supplier().nation().name().equals("FRANCE")
                                && item.order().customer().nation().name().equals("GERMANY")
                        || item.supplier().nation().name().equals("GERMANY")
                                && item.order().customer().nation().name().equals("FRANCE"))
                .collect(Aggregation.byKey(
                                (LineItem item) -> item.supplier().nation().name())
                        .byKey(item -> item.order().customer().nation().name())
                        .byKey(item -> item.shipDate().getYear())
                        .with(summingValue(LineItem::revenue))
                        .into(Shipping.class))
                .stream()
                .sorted(Comparator.comparing(Shipping::supplierNation)
                        .thenComparing(Shipping::customerNation)
                        .thenComparing(Shipping::year))
                .toList();
    }

    private record Market(int year, BigDecimal share, BigDecimal all) {}

    /** Answers Q8: Brazil's share of American purchases of one type of part, by year. */
    static List<MarketShare> marketShare(RecordTables tpch) {
        LocalDate first = LocalDate.of(1995, 1, 1);
        LocalDate end = LocalDate.of(1997, 1, 1);
        return tpch
                .lineItems()
                .filter(item -> item.part().type().equals("ECONOMY ANODIZED STEEL"))
                .filter(item -> item.order().isFrom(first, end))
                .filter(item -> item.order().customer().nation().region().name().equals("AMERICA"))
                .collect(Aggregation.byKey(
                                (LineItem item) -> item.order().orderDate().getYear())
                        .with(
                                filtering(
                                        item -> item.supplier().nation().name().equals("BRAZIL"),
                                        summingValue(LineItem::revenue)),
                                summingValue(LineItem::revenue))
                        .into(Market.class))
                .stream()
                .map(market -> new MarketShare(market.year, market.share.doubleValue() / market.all.doubleValue()))
                .sorted(Comparator.comparingInt(MarketShare::year))
                .toList();
    }

    /** Answers Q9: the profit from green parts, by the supplier's nation and the year. */
    static List<Profit> productProfit(RecordTables tpch) {
        return tpch
                .lineItems()
                .filter(item -> item.part().name().contains("green"))
                .collect(Aggregation.byKey(
                                (LineItem item) -> item.supplier().nation().name())
                        .byKey(item -> item.order().orderDate().getYear())
                        .with(summingValue(item -> item.revenue()
                                .subtract(item.supply().supplyCost().multiply(item.quantity()))))
                        .into(Profit.class))
                .stream()
                .sorted(Comparator.comparing(Profit::nation)
                        .thenComparing(Comparator.comparingInt(Profit::year).reversed()))
                .toList();
    }
}
