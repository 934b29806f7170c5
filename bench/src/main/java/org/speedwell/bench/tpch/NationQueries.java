package org.speedwell.bench.tpch;

import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.Expressions.compare;
import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.year;
import static org.speedwell.bench.tpch.Measures.ORDER_YEAR;
import static org.speedwell.bench.tpch.Measures.REVENUE;

import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Date;
import java.util.Comparator;
import java.util.List;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.Decimal;
import org.speedwell.tpch.Customer;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Nation;
import org.speedwell.tpch.Order;
import org.speedwell.tpch.Part;
import org.speedwell.tpch.PartSupplier;
import org.speedwell.tpch.Region;
import org.speedwell.tpch.Supplier;

/** The queries over the nations of customers and suppliers. */
final class NationQueries {
    private static final ToInt<LineItem> SHIP_YEAR = year(LineItem.SHIP_DATE);

    private NationQueries() {}

    /** A row of Q5. */
    record NationRevenue(String nation, BigDecimal revenue) {}

    /** Answers Q5: the revenue of a year with Asian customers whose supplier has the same nation, by nation. */
    static List<NationRevenue> localSuppliers(TpchTables tpch) {
        return tpch
                .lineItems()
                .filter(tpch.order.where(
                        Order.ORDER_DATE.between(Date.valueOf("1994-01-01"), Date.valueOf("1995-01-01"))))
                .filter(tpch.supplierRegion.where(Region.NAME.equal("ASIA")))
                .filter(tpch.customerRegion.where(Region.NAME.equal("ASIA")))
                .filter(compare(Supplier.NATION_KEY.compose(tpch.supplier))
                        .equal(compare(Customer.NATION_KEY.compose(tpch.customer))))
                .collect(Aggregation.by(tpch.supplierNation.get(Nation.NAME))
                        .with(summingDecimal(REVENUE))
                        .into(NationRevenue.class))
                .stream()
                .sorted(Comparator.comparing(NationRevenue::revenue).reversed())
                .toList();
    }

    /** A row of Q7. */
    record Shipping(String supplierNation, String customerNation, int year, BigDecimal revenue) {}

    /** Answers Q7: the revenue of the trade between France and Germany in two years. */
    static List<Shipping> volumeShipping(TpchTables tpch) {
        SpeedmentPredicate<LineItem> imported = tpch.supplierNation
                .where(Nation.NAME.equal("FRANCE"))
                .and(tpch.customerNation.where(Nation.NAME.equal("GERMANY")));
        SpeedmentPredicate<LineItem> exported = tpch.supplierNation
                .where(Nation.NAME.equal("GERMANY"))
                .and(tpch.customerNation.where(Nation.NAME.equal("FRANCE")));
        return tpch
                .lineItems()
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1995-01-01"), Date.valueOf("1997-01-01")))
                .filter(imported.or(exported))
                .collect(Aggregation.by(tpch.supplierNation.get(Nation.NAME))
                        .by(tpch.customerNation.get(Nation.NAME))
                        .by(SHIP_YEAR)
                        .with(summingDecimal(REVENUE))
                        .into(Shipping.class))
                .stream()
                .sorted(Comparator.comparing(Shipping::supplierNation)
                        .thenComparing(Shipping::customerNation)
                        .thenComparing(Shipping::year))
                .toList();
    }

    /** A row of Q8. */
    record MarketShare(int year, double share) {}

    private record Market(int year, BigDecimal share, BigDecimal all) {}

    /** Answers Q8: Brazil's share of American purchases of one type of part, by year. */
    static List<MarketShare> marketShare(TpchTables tpch) {
        return tpch
                .lineItems()
                .filter(tpch.part.where(Part.TYPE.equal("ECONOMY ANODIZED STEEL")))
                .filter(tpch.order.where(
                        Order.ORDER_DATE.between(Date.valueOf("1995-01-01"), Date.valueOf("1997-01-01"))))
                .filter(tpch.customerRegion.where(Region.NAME.equal("AMERICA")))
                .collect(Aggregation.by(ORDER_YEAR.compose(tpch.order))
                        .with(
                                filtering(
                                        tpch.supplierNation.where(Nation.NAME.equal("BRAZIL")),
                                        summingDecimal(REVENUE)),
                                summingDecimal(REVENUE))
                        .into(Market.class))
                .stream()
                .map(market -> new MarketShare(market.year, market.share.doubleValue() / market.all.doubleValue()))
                .sorted(Comparator.comparingInt(MarketShare::year))
                .toList();
    }

    /** A row of Q9. */
    record Profit(String nation, int year, BigDecimal profit) {}

    /** Answers Q9: the profit from green parts, by the supplier's nation and the year. */
    static List<Profit> productProfit(TpchTables tpch) {
        Decimal<LineItem> cost =
                decimal(decimal(PartSupplier.SUPPLY_COST).compose(tpch.supply).orThrow());
        return tpch
                .lineItems()
                .filter(tpch.part.where(Part.NAME.contains("green")))
                .collect(Aggregation.by(tpch.supplierNation.get(Nation.NAME))
                        .by(ORDER_YEAR.compose(tpch.order))
                        .with(summingDecimal(REVENUE.minus(cost.multiply(LineItem.QUANTITY))))
                        .into(Profit.class))
                .stream()
                .sorted(Comparator.comparing(Profit::nation)
                        .thenComparing(Comparator.comparingInt(Profit::year).reversed()))
                .toList();
    }
}
