package org.speedwell.bench.tpch;

import static java.util.stream.Collectors.groupingBy;
import static org.speedwell.bench.tpch.LineItemQueries.summing;

import java.math.BigDecimal;
import java.sql.Date;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.speedwell.accelerator.Reference;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Nation;
import org.speedwell.tpch.Order;
import org.speedwell.tpch.Part;
import org.speedwell.tpch.PartSupplier;
import org.speedwell.tpch.Region;

/** Queries of the nations of customers and suppliers. */
final class NationQueries {
    private NationQueries() {}

    private static String name(Reference<LineItem, Nation> nation, LineItem item) {
        return Objects.requireNonNull(nation.apply(item)).getName();
    }

    private static int orderYear(TpchTables tpch, LineItem item) {
        return Objects.requireNonNull(tpch.order.apply(item))
                .getOrderDate()
                .toLocalDate()
                .getYear();
    }

    /** Of Q5. */
    record NationRevenue(String nation, BigDecimal revenue) {}

    /** Q5: what Asian customers bought of suppliers of their own nation in a year. */
    static List<NationRevenue> localSuppliers(TpchTables tpch) {
        Map<String, BigDecimal> revenues = tpch.lineItems()
                .filter(tpch.order.where(
                        Order.ORDER_DATE.between(Date.valueOf("1994-01-01"), Date.valueOf("1995-01-01"))))
                .filter(tpch.supplierRegion.where(Region.NAME.equal("ASIA")))
                .filter(tpch.customerRegion.where(Region.NAME.equal("ASIA")))
                .filter(item -> name(tpch.supplierNation, item).equals(name(tpch.customerNation, item)))
                .collect(groupingBy(item -> name(tpch.supplierNation, item), summing(LineItemQueries::revenue)));
        return revenues.entrySet().stream()
                .map(group -> new NationRevenue(group.getKey(), group.getValue()))
                .sorted(Comparator.comparing(NationRevenue::revenue).reversed())
                .toList();
    }

    /** Of Q7. */
    record Shipping(String supplierNation, String customerNation, int year, BigDecimal revenue) {}

    private record Route(String supplierNation, String customerNation, int year) {}

    /** Q7: what France and Germany supplied to each other in two years. */
    static List<Shipping> volumeShipping(TpchTables tpch) {
        var between = tpch.supplierNation
                .where(Nation.NAME.equal("FRANCE"))
                .and(tpch.customerNation.where(Nation.NAME.equal("GERMANY")))
                .or(tpch.supplierNation
                        .where(Nation.NAME.equal("GERMANY"))
                        .and(tpch.customerNation.where(Nation.NAME.equal("FRANCE"))));
        Map<Route, BigDecimal> revenues = tpch.lineItems()
                .filter(between)
                .filter(LineItem.SHIP_DATE.between(Date.valueOf("1995-01-01"), Date.valueOf("1997-01-01")))
                .collect(groupingBy(
                        item -> new Route(
                                name(tpch.supplierNation, item),
                                name(tpch.customerNation, item),
                                item.getShipDate().toLocalDate().getYear()),
                        summing(LineItemQueries::revenue)));
        return revenues.entrySet().stream()
                .map(group -> new Shipping(
                        group.getKey().supplierNation,
                        group.getKey().customerNation,
                        group.getKey().year,
                        group.getValue()))
                .sorted(Comparator.comparing(Shipping::supplierNation)
                        .thenComparing(Shipping::customerNation)
                        .thenComparing(Shipping::year))
                .toList();
    }

    /** Of Q8. */
    record MarketShare(int year, double share) {}

    /** Q8: Brazil's share of what America bought of one type of part, by year. */
    static List<MarketShare> marketShare(TpchTables tpch) {
        return tpch
                .lineItems()
                .filter(tpch.part.where(Part.TYPE.equal("ECONOMY ANODIZED STEEL")))
                .filter(tpch.order.where(
                        Order.ORDER_DATE.between(Date.valueOf("1995-01-01"), Date.valueOf("1997-01-01"))))
                .filter(tpch.customerRegion.where(Region.NAME.equal("AMERICA")))
                .collect(groupingBy(
                        item -> orderYear(tpch, item),
                        Collectors.teeing(
                                Collectors.filtering(
                                        tpch.supplierNation.where(Nation.NAME.equal("BRAZIL")),
                                        summing(LineItemQueries::revenue)),
                                summing(LineItemQueries::revenue),
                                (own, all) -> own.doubleValue() / all.doubleValue())))
                .entrySet()
                .stream()
                .map(group -> new MarketShare(group.getKey(), group.getValue()))
                .sorted(Comparator.comparingInt(MarketShare::year))
                .toList();
    }

    /** Of Q9. */
    record Profit(String nation, int year, BigDecimal profit) {}

    private record Supply(int part, int supplier) {}

    private record NationYear(String nation, int year) {}

    /** Q9: the profit made of green parts, by the suppliers' nation and the year. */
    static List<Profit> productProfit(TpchTables tpch) {
        Map<Supply, BigDecimal> costs = tpch.supplies()
                .filter(tpch.suppliedPart.where(Part.NAME.contains("green")))
                .collect(Collectors.toMap(
                        supply -> new Supply(supply.getPartKey(), supply.getSupplierKey()),
                        PartSupplier::getSupplyCost));
        Map<NationYear, BigDecimal> profits = tpch.lineItems()
                .filter(tpch.part.where(Part.NAME.contains("green")))
                .collect(groupingBy(
                        item -> new NationYear(name(tpch.supplierNation, item), orderYear(tpch, item)),
                        summing(item -> LineItemQueries.revenue(item)
                                .subtract(Objects.requireNonNull(
                                                costs.get(new Supply(item.getPartKey(), item.getSupplierKey())))
                                        .multiply(item.getQuantity())))));
        return profits.entrySet().stream()
                .map(group -> new Profit(group.getKey().nation, group.getKey().year, group.getValue()))
                .sorted(Comparator.comparing(Profit::nation)
                        .thenComparing(Comparator.comparingInt(Profit::year).reversed()))
                .toList();
    }
}
