package org.speedwell.demo.maintained;

import static java.util.stream.Collectors.joining;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinct;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.demo.shop.AnswerText;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;

/**
 * A question whose answer changes with each rental.
 *
 * @param code the pipeline, as text
 * @param sql the statement that asks for the same
 * @param maintenance creates the maintained query in a store
 * @param reader reads the answer from the rows of the statement
 * @param text formats an answer for people
 */
public record Question<R>(
        String name,
        String code,
        String sql,
        Function<DataStoreComponent, MaintainedQuery<R>> maintenance,
        Reader<R> reader,
        Function<R, String> text) {

    /** A reader of an answer from rows. */
    @FunctionalInterface
    public interface Reader<R> {
        /** Returns the answer. The rows are before the first one. */
        R read(ResultSet rows) throws SQLException;
    }

    /** Returns the questions of the page. The store updates their answers from the changes. */
    public static List<Question<?>> all(Speedment memory) {
        RentalManager rentals = memory.getOrThrow(RentalManager.class);
        PaymentManager payments = memory.getOrThrow(PaymentManager.class);
        return List.of(
                of(
                        "Open rentals",
                        "rentals.stream().filter(Rental.RETURN_DATE.isNull()).count()",
                        "SELECT COUNT(*) FROM rental WHERE return_date IS NULL",
                        rentals,
                        all -> all.filter(Rental.RETURN_DATE.isNull()).count(),
                        Question::number,
                        AnswerText::of),
                of(
                        "Rentals of each staff member",
                        "rentals.stream().collect(groupingBy(Rental.STAFF_ID.asInt(), counting()))",
                        "SELECT staff_id, COUNT(*) FROM rental GROUP BY staff_id",
                        rentals,
                        all -> all.collect(groupingBy(Rental.STAFF_ID.asInt(), counting())),
                        Question::groups,
                        Question::text),
                of(
                        "Revenue",
                        "payments.stream().collect(summingDecimal(Payment.AMOUNT))",
                        "SELECT COALESCE(SUM(amount), 0) FROM payment",
                        payments,
                        all -> all.collect(summingDecimal(Payment.AMOUNT)),
                        Question::decimal,
                        amount -> "$" + AnswerText.of(amount)),
                of(
                        "Copies that are out",
                        "rentals.stream().filter(Rental.RETURN_DATE.isNull())"
                                + ".collect(countingDistinct(Rental.INVENTORY_ID))",
                        "SELECT COUNT(DISTINCT inventory_id) FROM rental WHERE return_date IS NULL",
                        rentals,
                        all -> all.filter(Rental.RETURN_DATE.isNull()).collect(countingDistinct(Rental.INVENTORY_ID)),
                        Question::number,
                        AnswerText::of),
                of(
                        "The three latest rentals",
                        "rentals.stream().sorted(Rental.RENTAL_DATE.reversed()"
                                + ".thenComparing(Rental.RENTAL_ID.reversed())).limit(3).map(Rental::getRentalId).toList()",
                        "SELECT rental_id FROM rental ORDER BY rental_date DESC, rental_id DESC LIMIT 3",
                        rentals,
                        all -> all.sorted(Rental.RENTAL_DATE.reversed().thenComparing(Rental.RENTAL_ID.reversed()))
                                .limit(3)
                                .map(Rental::getRentalId)
                                .toList(),
                        Question::keys,
                        AnswerText::of));
    }

    private static <E, R> Question<R> of(
            String name,
            String code,
            String sql,
            Manager<E> table,
            Function<? super Stream<E>, ? extends R> pipeline,
            Reader<R> reader,
            Function<R, String> text) {
        return new Question<>(name, code, sql, store -> store.maintain(table, pipeline), reader, text);
    }

    /** Runs the statement. */
    public R ask(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return reader.read(rows);
        }
    }

    /** Returns whether two answers are equal. The number of digits after the point of a decimal does not matter. */
    boolean agree(R one, R other) {
        return one instanceof BigDecimal decimal && other instanceof BigDecimal second
                ? decimal.compareTo(second) == 0
                : one.equals(other);
    }

    private static Long number(ResultSet rows) throws SQLException {
        rows.next();
        return rows.getLong(1);
    }

    private static BigDecimal decimal(ResultSet rows) throws SQLException {
        rows.next();
        return rows.getBigDecimal(1);
    }

    private static Map<Integer, Long> groups(ResultSet rows) throws SQLException {
        Map<Integer, Long> groups = new TreeMap<>();
        while (rows.next()) {
            groups.put(rows.getInt(1), rows.getLong(2));
        }
        return groups;
    }

    private static String text(Map<Integer, Long> groups) {
        return new TreeMap<>(groups)
                .entrySet().stream()
                        .map(each -> "no. " + each.getKey() + ": " + AnswerText.of(each.getValue()))
                        .collect(joining(" · "));
    }

    private static List<Integer> keys(ResultSet rows) throws SQLException {
        List<Integer> keys = new ArrayList<>();
        while (rows.next()) {
            keys.add(rows.getInt(1));
        }
        return keys;
    }
}
