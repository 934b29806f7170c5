package org.speedwell.bench.tpch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** The queries of TPC-H with their validation parameters, as streams with fields, as streams with lambdas, and as SQL. */
public enum TpchQuery {
    Q1("prices by status", LineItemQueries::pricingSummary, LineItemLambdas::pricingSummary),
    Q2("cheapest suppliers", SupplierQueries::cheapestSuppliers, SupplierLambdas::cheapestSuppliers),
    Q3("orders not shipped", OrderQueries::unshippedOrders, OrderLambdas::unshippedOrders),
    Q4("late orders by priority", OrderQueries::orderPriorities, OrderLambdas::orderPriorities),
    Q5("revenue of local suppliers", NationQueries::localSuppliers, NationLambdas::localSuppliers),
    Q6("revenue without discounts", LineItemQueries::forecastRevenue, LineItemLambdas::forecastRevenue),
    Q7("volume between two nations", NationQueries::volumeShipping, NationLambdas::volumeShipping),
    Q8("market share of a nation", NationQueries::marketShare, NationLambdas::marketShare),
    Q9("profit by nation and year", NationQueries::productProfit, NationLambdas::productProfit),
    Q10("customers who return items", OrderQueries::returnedItems, OrderLambdas::returnedItems),
    Q11("important stock", SupplierQueries::importantStock, SupplierLambdas::importantStock),
    Q12("late items by ship mode", OrderQueries::shippingModes, OrderLambdas::shippingModes),
    Q13("customers by number of orders", OrderQueries::ordersOfCustomers, OrderLambdas::ordersOfCustomers),
    Q14("effect of promotions", LineItemQueries::promotionEffect, LineItemLambdas::promotionEffect),
    Q15("top suppliers", LineItemQueries::topSuppliers, LineItemLambdas::topSuppliers),
    Q16("suppliers by kind of part", SupplierQueries::suppliersOfParts, SupplierLambdas::suppliersOfParts),
    Q17("revenue of small quantities", LineItemQueries::smallQuantityRevenue, LineItemLambdas::smallQuantityRevenue),
    Q18("large orders", OrderQueries::largeOrders, OrderLambdas::largeOrders),
    Q19("discounted revenue", LineItemQueries::discountedRevenue, LineItemLambdas::discountedRevenue),
    Q20("excess stock", SupplierQueries::excessStock, SupplierLambdas::excessStock),
    Q21("suppliers who keep orders waiting", SupplierQueries::waitingOrders, SupplierLambdas::waitingOrders),
    Q22("customers to win", OrderQueries::salesOpportunities, OrderLambdas::salesOpportunities);

    private final String text;
    private final Function<TpchTables, List<? extends Record>> fields;
    private final Function<RecordTables, List<? extends Record>> lambdas;

    TpchQuery(
            String text,
            Function<TpchTables, List<? extends Record>> fields,
            Function<RecordTables, List<? extends Record>> lambdas) {
        this.text = text;
        this.fields = fields;
        this.lambdas = lambdas;
    }

    /** Returns the meaning of the query for people. */
    public String text() {
        return text;
    }

    /** Runs the query with fields. The rows have the columns and the order of the SQL. */
    public List<? extends Record> ask(TpchTables tables) {
        return fields.apply(tables);
    }

    /** Runs the query with lambdas over records, as {@link #ask(TpchTables)} does with fields. */
    List<? extends Record> ask(RecordTables tables) {
        return lambdas.apply(tables);
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
