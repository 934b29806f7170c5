package org.speedwell.bench.htap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** The analytical questions of CH-benCHmark, as streams and as SQL. */
enum Question {
    Q1("lines by number", tables -> ItemQuestions.lineSummary(ItemQuestions.summaries(tables.lines()))),
    Q2("lowest stocks", SupplierQuestions::lowestStocks),
    Q3("orders not delivered", OrderQuestions::undeliveredOrders),
    Q4("delivered orders by size", OrderQuestions::deliveredOrders),
    Q5("revenue of local suppliers", SupplierQuestions::localSuppliers),
    Q6("revenue of delivered lines", tables -> ItemQuestions.deliveredRevenue(tables.lines())),
    Q7("trade between two nations", SupplierQuestions::volumeShipping),
    Q8("market share of a nation", SupplierQuestions::marketShare),
    Q9("profit by nation and year", SupplierQuestions::productProfit),
    Q10("revenue by customer", OrderQuestions::customerRevenue),
    Q11("important stock", SupplierQuestions::importantStock),
    Q12("carriers by order size", OrderQuestions::carriersByOrderSize),
    Q13("customers by number of orders", OrderQuestions::ordersOfCustomers),
    Q14(
            "effect of promotions",
            tables -> ItemQuestions.promotionEffect(ItemQuestions.promoted(tables, tables.lines()))),
    Q15("top suppliers", SupplierQuestions::topSuppliers),
    Q16("suppliers by kind of item", SupplierQuestions::suppliersOfItems),
    Q17("revenue of small quantities", ItemQuestions::smallQuantities),
    Q18("large orders", OrderQuestions::largeOrders),
    Q19("revenue of some items", ItemQuestions::selectedRevenue),
    Q20("excess stock", SupplierQuestions::excessStock),
    Q21("suppliers who keep orders waiting", SupplierQuestions::waitingOrders),
    Q22("customers to win", OrderQuestions::salesOpportunities);

    private final String text;
    private final Function<ChTables, List<? extends Record>> streams;

    Question(String text, Function<ChTables, List<? extends Record>> streams) {
        this.text = text;
        this.streams = streams;
    }

    /** Returns the meaning of the question for people. */
    String text() {
        return text;
    }

    /** Answers the question with streams. The rows have the columns and the order of the SQL. */
    List<? extends Record> ask(ChTables tables) {
        return streams.apply(tables);
    }

    /** Returns the question as SQL for MySQL and MariaDB. */
    String sql() {
        String name = name().toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream in = Objects.requireNonNull(Question.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
