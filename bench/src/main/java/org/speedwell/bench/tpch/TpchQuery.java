package org.speedwell.bench.tpch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** The queries of TPC-H with their validation parameters, as streams and as SQL. */
public enum TpchQuery {
    Q1("prices by status", LineItemQueries::pricingSummary),
    Q2("cheapest suppliers", SupplierQueries::cheapestSuppliers),
    Q3("orders not shipped", OrderQueries::unshippedOrders),
    Q4("late orders by priority", OrderQueries::orderPriorities),
    Q5("revenue of local suppliers", NationQueries::localSuppliers),
    Q6("revenue without discounts", LineItemQueries::forecastRevenue),
    Q7("volume between two nations", NationQueries::volumeShipping),
    Q8("market share of a nation", NationQueries::marketShare),
    Q9("profit by nation and year", NationQueries::productProfit),
    Q10("customers who return items", OrderQueries::returnedItems),
    Q11("important stock", SupplierQueries::importantStock),
    Q12("late items by ship mode", OrderQueries::shippingModes),
    Q13("customers by number of orders", OrderQueries::ordersOfCustomers),
    Q14("effect of promotions", LineItemQueries::promotionEffect),
    Q15("top suppliers", LineItemQueries::topSuppliers),
    Q16("suppliers by kind of part", SupplierQueries::suppliersOfParts),
    Q17("revenue of small quantities", LineItemQueries::smallQuantityRevenue),
    Q18("large orders", OrderQueries::largeOrders),
    Q19("discounted revenue", LineItemQueries::discountedRevenue),
    Q20("excess stock", SupplierQueries::excessStock),
    Q21("suppliers who keep orders waiting", SupplierQueries::waitingOrders),
    Q22("customers to win", OrderQueries::salesOpportunities);

    private final String text;
    private final Function<TpchTables, List<? extends Record>> streams;

    TpchQuery(String text, Function<TpchTables, List<? extends Record>> streams) {
        this.text = text;
        this.streams = streams;
    }

    /** Returns the meaning of the query for people. */
    public String text() {
        return text;
    }

    /** Runs the query with streams. The rows have the columns and the order of the SQL. */
    public List<? extends Record> ask(TpchTables tables) {
        return streams.apply(tables);
    }

    /** Returns the query as SQL that MySQL, MariaDB and DuckDB understand. */
    public String sql() {
        String name = name().toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream in = Objects.requireNonNull(TpchQuery.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
