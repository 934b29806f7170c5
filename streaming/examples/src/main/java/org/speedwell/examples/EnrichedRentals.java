package org.speedwell.examples;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;

/**
 * Adds the title of the film to each rental of a stream. The films are a table that follows MySQL: a change that MySQL
 * commits counts for the next rental. {@code enrichAsOf} sees the table as of the time of the event instead.
 *
 * <p>Arguments: the JDBC URL of a Sakila database with a binlog, the user, and the password.
 */
public final class EnrichedRentals {

    /** A rental of a film, with its time in milliseconds since 1970. */
    public record Rental(int film, long time) {}

    /** The columns of the table {@code film} that the job needs. */
    public record Film(int filmId, String title) {}

    private EnrichedRentals() {}

    static MemoryStore films(DataSource database) {
        return MemoryStore.builder(database).tables(Film.class).follow().open();
    }

    static Pipeline pipeline(Source<Rental> rentals, MemoryStore memory, Sink<String> sink) {
        var id = memory.field(Film::filmId);
        return Events.from(rentals, EventTime.of(Rental::time))
                .named("rentals")
                .enrich(
                        rental -> memory.stream(Film.class)
                                .filter(id.equal(rental.film()))
                                .findFirst(),
                        (Rental rental, Optional<Film> film) ->
                                rental.film() + " is " + film.map(Film::title).orElse("unknown"))
                .named("with titles")
                .to("titles", sink);
    }

    /** Prints a rental a second for ten minutes. Change a title in MySQL meanwhile. */
    public static void main(String[] arguments) throws InterruptedException {
        MysqlDataSource database = new MysqlDataSource();
        database.setUrl(arguments[0]);
        database.setUser(arguments[1]);
        database.setPassword(arguments[2]);
        Source<Rental> rentals = Source.rate(Instant.now(), 1, 600, (i, due) -> new Rental((int) (1 + i % 10), due));
        try (MemoryStore memory = films(database);
                Engine engine = new Engine(1)) {
            engine.start(pipeline(rentals, memory, Sink.of(System.out::println)))
                    .await();
        }
    }
}
