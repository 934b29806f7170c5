package org.speedwell.bench.peers;

import io.questdb.cairo.CairoEngine;
import io.questdb.cairo.DefaultCairoConfiguration;
import io.questdb.cairo.TableWriter;
import io.questdb.cairo.security.AllowAllSecurityContext;
import io.questdb.cairo.sql.Record;
import io.questdb.cairo.sql.RecordCursor;
import io.questdb.cairo.sql.RecordCursorFactory;
import io.questdb.griffin.SqlException;
import io.questdb.griffin.SqlExecutionContext;
import io.questdb.griffin.SqlExecutionContextImpl;
import io.questdb.griffin.engine.functions.bind.BindVariableServiceImpl;
import io.questdb.std.str.Utf8String;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.speedwell.bench.peers.Answers.RatingGroup;
import org.speedwell.bench.peers.Answers.Revenue;
import org.speedwell.bench.peers.Answers.Total;
import org.speedwell.bench.peers.PeerRows.FilmRow;
import org.speedwell.bench.peers.PeerRows.PaymentRow;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Progress;

/**
 * QuestDB, embedded, on the thread of the caller, with queries that are compiled once. Amounts are in whole cents. It
 * has the setup that its documentation recommends:
 *
 * <ul>
 * <li>texts with few values are indexed symbols
 * <li>constants are literals, so that QuestDB compiles the filters
 * <li>the table writer loads the rows
 * </ul>
 *
 * <p>QuestDB has no index on numbers. The lookup by key is a scan.
 */
final class QuestdbPeer implements Peer {
    private static final int PROGRESS_STEP = 100_000;

    private final CairoEngine engine;
    private final SqlExecutionContext context;
    private final List<RecordCursorFactory> compiled = new ArrayList<>();
    private final int[] ids;
    private int next;

    /** A function that writes one row. */
    @FunctionalInterface
    private interface RowWriter {
        void write(int number, TableWriter.Row row);
    }

    private QuestdbPeer(CairoEngine engine, SqlExecutionContext context, int[] ids) {
        this.engine = engine;
        this.context = context;
        this.ids = ids;
    }

    static QuestdbPeer open(PeerRows rows, Path data, Progress progress) {
        Path folder = data.resolve("questdb-" + rows.rows());
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create the folder of QuestDB: " + e.getMessage(), e);
        }
        CairoEngine engine = new CairoEngine(new DefaultCairoConfiguration(folder.toString()));
        SqlExecutionContext context = new SqlExecutionContextImpl(engine, 1)
                .with(AllowAllSecurityContext.INSTANCE, new BindVariableServiceImpl(engine.getConfiguration()));
        QuestdbPeer peer = new QuestdbPeer(engine, context, rows.ids());
        if (engine.getTableTokenIfExists("loaded") == null) {
            peer.load(rows, progress);
        }
        return peer;
    }

    private void load(PeerRows rows, Progress progress) {
        for (String table : List.of("film", "payment", "language", "customer", "rental")) {
            execute("DROP TABLE IF EXISTS " + table);
        }
        execute("CREATE TABLE film (film_id INT, title VARCHAR, release_year SHORT, language_id INT,"
                + " rental_duration SHORT, rental_rate INT, length SHORT, replacement_cost INT,"
                + " rating SYMBOL CAPACITY 8 CACHE INDEX)");
        execute("CREATE TABLE payment (payment_id INT, customer_id INT, rental_id INT, amount INT)");
        execute("CREATE TABLE language (language_id INT, name SYMBOL)");
        execute("CREATE TABLE customer (customer_id INT, store_id INT)");
        execute("CREATE TABLE rental (rental_id INT, staff_id INT)");
        fill("film", rows.rows(), progress, (number, row) -> {
            FilmRow film = rows.film(number);
            row.putInt(0, film.filmId());
            row.putVarchar(1, new Utf8String(film.title()));
            row.putShort(2, (short) film.releaseYear());
            row.putInt(3, film.languageId());
            row.putShort(4, (short) film.rentalDuration());
            row.putInt(5, film.rentalRate());
            row.putShort(6, (short) film.length());
            row.putInt(7, film.replacementCost());
            row.putSym(8, film.rating().toDatabase());
        });
        fill("payment", rows.rows(), progress, (number, row) -> {
            PaymentRow payment = rows.payment(number);
            row.putInt(0, payment.paymentId());
            row.putInt(1, payment.customerId());
            row.putInt(2, payment.rentalId());
            row.putInt(3, payment.amount());
        });
        fill("language", PeerRows.LANGUAGES.size(), progress, (number, row) -> {
            row.putInt(0, number + 1);
            row.putSym(1, PeerRows.LANGUAGES.get(number));
        });
        fill("customer", PeerRows.CUSTOMERS, progress, (number, row) -> {
            row.putInt(0, number + 1);
            row.putInt(1, PeerRows.storeOfCustomer(number + 1));
        });
        fill("rental", PeerRows.RENTALS, progress, (number, row) -> {
            row.putInt(0, number + 1);
            row.putInt(1, PeerRows.staffOfRental(number + 1));
        });
        execute("CREATE TABLE loaded (films INT)");
    }

    private void fill(String table, int rows, Progress progress, RowWriter source) {
        try (Progress.Task task = progress.start(table, rows);
                TableWriter writer = engine.getWriter(engine.verifyTableName(table), "benchmark")) {
            for (int number = 0; number < rows; number++) {
                TableWriter.Row row = writer.newRow();
                source.write(number, row);
                row.append();
                if ((number + 1) % PROGRESS_STEP == 0) {
                    task.advance(PROGRESS_STEP);
                }
            }
            writer.commit();
            task.advance(rows % PROGRESS_STEP);
        }
    }

    private void execute(String sql) {
        try {
            engine.execute(sql, context);
        } catch (SqlException e) {
            throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Supplier<Object> prepare(Query query) {
        return switch (query) {
            case Q1 -> number("SELECT count() FROM film WHERE rating = 'PG-13'");
            case Q2 ->
                first(
                        "SELECT count(), min(d), max(d), sum(d) FROM (SELECT rental_duration d FROM film"
                                + " ORDER BY length DESC, film_id LIMIT 745, 750)",
                        row -> new IntSummaryStatistics(row.getLong(0), row.getInt(1), row.getInt(2), row.getLong(3)));
            case Q3 -> number("SELECT count() FROM film WHERE length > 60");
            case Q4 ->
                number("SELECT count() FROM film WHERE length >= 60 AND length <= 120 AND rental_duration >= 5"
                        + " AND rating IN ('PG', 'R')");
            case Q5 ->
                all(
                        "SELECT rating, count(), avg(length), sum(rental_rate) FROM film",
                        row -> new RatingGroup(
                                row.getSymA(0).toString(), row.getLong(1), row.getDouble(2), row.getLong(3)));
            case Q6a -> revenue("customer_id");
            case Q6b -> revenue("rental_id");
            case Q7a ->
                total("SELECT count(), sum(length) FROM film JOIN language ON (language_id)"
                        + " WHERE name <> 'English'");
            case Q7b ->
                total("SELECT count(), sum(amount) FROM payment JOIN customer ON (customer_id)"
                        + " WHERE store_id = 1");
            case Q7c ->
                total("SELECT count(), sum(amount) FROM payment JOIN rental ON (rental_id)" + " WHERE staff_id = 1");
            case Q8 -> film();
            case Q9 -> number("SELECT count() FROM film WHERE title LIKE 'AU%'");
        };
    }

    private Supplier<Object> revenue(String key) {
        return all(
                "SELECT " + key + ", sum(amount) s FROM payment ORDER BY s DESC, " + key + " LIMIT 10",
                row -> new Revenue(row.getInt(0), row.getLong(1)));
    }

    private Supplier<Object> film() {
        setId(ids[0]); // the first value of a variable defines its type
        Supplier<Object> ask = first(
                "SELECT film_id, title, release_year, language_id, rental_duration, rental_rate, length,"
                        + " replacement_cost, rating FROM film WHERE film_id = $1 LIMIT 1",
                row -> new FilmRow(
                        row.getInt(0),
                        row.getVarcharA(1).toString(),
                        row.getShort(2),
                        row.getInt(3),
                        row.getShort(4),
                        row.getInt(5),
                        row.getShort(6),
                        row.getInt(7),
                        Rating.fromDatabase(row.getSymA(8).toString())));
        return () -> {
            setId(ids[next++ & (ids.length - 1)]);
            return ask.get();
        };
    }

    private void setId(int id) {
        try {
            context.getBindVariableService().setInt(0, id);
        } catch (SqlException e) {
            throw new IllegalStateException(e);
        }
    }

    private Supplier<Object> number(String sql) {
        return first(sql, row -> row.getLong(0));
    }

    private Supplier<Object> total(String sql) {
        return first(sql, row -> new Total(row.getLong(0), row.getLong(1)));
    }

    private Supplier<Object> first(String sql, Function<Record, Object> reader) {
        RecordCursorFactory factory = compile(sql);
        return () -> {
            try (RecordCursor cursor = factory.getCursor(context)) {
                cursor.hasNext();
                return reader.apply(cursor.getRecord());
            } catch (SqlException e) {
                throw new IllegalStateException(sql + ": " + e.getMessage(), e);
            }
        };
    }

    private Supplier<Object> all(String sql, Function<Record, Object> reader) {
        RecordCursorFactory factory = compile(sql);
        return () -> {
            try (RecordCursor cursor = factory.getCursor(context)) {
                List<Object> rows = new ArrayList<>();
                while (cursor.hasNext()) {
                    rows.add(reader.apply(cursor.getRecord()));
                }
                return rows;
            } catch (SqlException e) {
                throw new IllegalStateException(sql + ": " + e.getMessage(), e);
            }
        };
    }

    private RecordCursorFactory compile(String sql) {
        try {
            RecordCursorFactory factory = engine.select(sql, context);
            compiled.add(factory);
            return factory;
        } catch (SqlException e) {
            throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        compiled.forEach(RecordCursorFactory::close);
        engine.close();
    }
}
