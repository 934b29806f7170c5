package org.speedwell.docs;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.transaction.TransactionHandler;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.join.JoinComponent;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManager;
import jakarta.persistence.metamodel.SingularAttribute;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.sakila.CustomerManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.RentalManager;
import org.speedwell.schema.Database;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.PushSource;

/** The variables that a snippet may use. {@link JavaSnippets} compiles each snippet inside a subclass of this class. */
@NullUnmarked
@SuppressWarnings("unused")
public abstract class Scene {
    protected Speedment app;
    protected DataStoreComponent store;
    protected MemoryStore memory;
    protected JoinComponent joins;
    protected TransactionHandler transactions;
    protected FilmManager films;
    protected RentalManager rentals;
    protected PaymentManager payments;
    protected CustomerManager customers;
    protected InventoryManager inventories;
    protected LanguageManager languages;
    protected Film film;
    protected DataSource pool;
    protected DataSource smallPool;
    protected DataSource replica;
    protected Connection connection;
    protected EntityManager entityManager;
    protected MeterRegistry registry;
    protected Path file;
    protected OutputStream out;
    protected Predicate<Payment> large;
    protected MaintainedQuery<Long> longFilms;
    protected Reference<Film, Language> language;
    protected Database database;
    protected Engine engine;
    protected Pipeline pipeline;
    protected Job job;
    protected PushSource<Reading> source;
    protected Events<Reading> readings;
    protected Events<Order> orders;
    protected Events<Paid> paid;
    protected Events<Rate> rates;

    /** An event. */
    public record Reading(long sensor, long time, long value) {}

    /** An order. */
    public record Order(long id, long time, long dueAt) {}

    /** A payment of an order. */
    public record Paid(long order, long time, long amount, String currency) {}

    /** The value of a currency from a time on. */
    public record Rate(String currency, long time, double factor) {}

    /** A row of a type that an application declares. */
    public record Sale(long store, long amount) {
        public static final TableSchema<Sale> SCHEMA = TableSchema.ofRecord(Sale.class);
        public static final LongField<Sale, Long> STORE = SCHEMA.longField("store", Sale::store);
        public static final LongField<Sale, Long> AMOUNT = SCHEMA.longField("amount", Sale::amount);
    }

    /** The static metamodel of an entity of JPA. */
    public abstract static class Film_ {
        public static volatile SingularAttribute<Film, Integer> length;
        public static volatile SingularAttribute<Film, String> title;
    }

    /** Returns a secret of the application. */
    protected abstract String password();

    /** Uses an object in an unspecified way. */
    protected abstract void use(Object something);

    /** Returns whether a film is good. Speedwell cannot analyse this function. */
    protected abstract boolean isGood(Film which);
}
