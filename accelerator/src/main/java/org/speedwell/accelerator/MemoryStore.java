package org.speedwell.accelerator;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.classes.ClassStores;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.joins.Join1;
import org.speedwell.accelerator.joins.JoinStart;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.query.TableColumn;
import org.speedwell.accelerator.query.TextField;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.table.Rows;

/**
 * The tables in memory of an application without Speedment. Their rows are records, entities of Jakarta Persistence, or
 * beans. Entities are complete and detached: no session knows them, and a change of one reaches neither memory nor the
 * database. Thread-safe.
 *
 * {@snippet :
 * record Film(int filmId, String title, Integer length) {}
 *
 * try (MemoryStore memory = MemoryStore.builder(pool).table(Film.class).follow().open()) {
 *     long count = memory.stream(Film.class)
 *             .filter(film -> film.length() != null && film.length() > 60)
 *             .count();
 * }
 * }
 */
public interface MemoryStore extends DataStore, AutoCloseable {

    /**
     * Returns a builder of a store.
     *
     * @param dataSource the connections to the database; a pool needs at least one free connection during a load
     */
    static Builder builder(DataSource dataSource) {
        return builder(DataSourceConnections.of(dataSource));
    }

    /** Returns a builder of a store with separate connections for loads, or a separate login for the binlog. */
    static Builder builder(DataSourceConnections connections) {
        return new Builder(connections);
    }

    /**
     * Starts a join of tables.
     *
     * {@snippet :
     * long rentals = memory.from(Rental.class)
     *         .join(Inventory.class, (rental, copy) -> rental.getInventoryId() == copy.getInventoryId())
     *         .stream()
     *         .filter(row -> row.second().getStoreId() == 1)
     *         .count();
     * }
     *
     * @throws IllegalArgumentException if the store has no table of this class
     */
    <E> Join1<E> from(Class<E> rows);

    /**
     * Returns the start of joins that can also name rows which are not in the database, such as those of a streaming
     * view. A stream reads their current state. Results of such joins cannot be maintained.
     *
     * {@snippet :
     * Table<Sale> sales = Sale.SCHEMA.table(List.of(new Sale(1, 20), new Sale(2, 30)));
     * long inStores = memory.joins(sales)
     *         .from(Store.class)
     *         .join(Sale.class, (store, sale) -> store.getStoreId() == sale.store())
     *         .stream()
     *         .count();
     * }
     *
     * @param rows the rows; a class names them in joins
     * @throws IllegalArgumentException if two of them have the same name
     */
    JoinStart joins(Rows<?>... rows);

    /**
     * Returns the field of a getter, for predicates and comparators without lambdas.
     *
     * {@snippet :
     * var title = memory.text(Film::getTitle);
     * long count = memory.stream(Film.class).filter(title.startsWith("A")).count();
     * }
     *
     * @param getter a getter or the accessor of a record component, which returns the value of one column
     * @throws IllegalArgumentException if the store cannot read which column the function returns
     */
    <E, V extends Comparable<? super V>> Field<E, V> field(Function<E, ? extends @Nullable V> getter);

    /** Returns the field of a getter of texts, as {@link #field(Function)} does. */
    <E> TextField<E> text(Function<E, @Nullable String> getter);

    /**
     * Returns the field of an attribute: {@code field(Film.class, "length", Integer.class)}. {@link JpaFields} takes the
     * attributes of JPA's static metamodel.
     *
     * @param attribute the name of the instance field, property or record component. The names of embedded objects
     *     around it come first, as in {@code "address.city"}
     * @param values the class of the values; boxed for primitives
     * @throws IllegalArgumentException if the class has no such attribute with a column, or its values have another
     *     class
     */
    <E, V extends Comparable<? super V>> Field<E, V> field(Class<E> rows, String attribute, Class<V> values);

    /** Returns the field of an attribute with texts, as {@link #field(Class, String, Class)} does. */
    <E> TextField<E> text(Class<E> rows, String attribute);

    /**
     * Returns a foreign key that streams can follow: see {@link Reference}. It may be one that the database does not
     * declare.
     *
     * {@snippet :
     * Reference<Rental, Film> film = memory.reference(Rental::getInventoryId, Inventory::getInventoryId)
     *         .then(memory.key(Inventory::getFilmId, Film::getFilmId));
     * long count = memory.stream(Rental.class).filter(film.where(f -> f.getTitle().startsWith("A"))).count();
     * }
     *
     * @param foreignKey the getter of a column; a row where it is null refers to no row
     * @param key the getter of the column that it refers to, which is unique
     * @throws IllegalArgumentException if a function does not return one column, the columns have values of different
     *     classes, or several rows may have the same key
     */
    <E, R, V extends Comparable<? super V>> Reference<E, R> reference(
            Function<E, ? extends @Nullable V> foreignKey, Function<R, ? extends @Nullable V> key);

    /**
     * Returns a foreign key of several columns that streams can follow.
     *
     * @throws IllegalArgumentException if the columns of the key belong to several tables, or several rows may have the
     *     same key
     */
    @SuppressWarnings("unchecked")
    <E, R> Reference<E, R> reference(ReferenceKey<E, R> key, ReferenceKey<E, R>... further);

    /**
     * Returns one column of a foreign key, and the column that it refers to, for {@link Reference#then} and for foreign
     * keys of several columns.
     *
     * @throws IllegalArgumentException if a function does not return one column, or the columns have values of different
     *     classes
     */
    <E, R, V extends Comparable<? super V>> ReferenceKey<E, R> key(
            Function<E, ? extends @Nullable V> foreignKey, Function<R, ? extends @Nullable V> key);

    /**
     * Returns an encoder of a JSON array of objects. Each object has the columns of a class under the names of
     * {@link TableColumn#property}: {@code length}, {@code address.city} of an embedded object, and
     * {@code language.languageId} for the foreign key of a reference.
     *
     * @throws IllegalArgumentException if the store has no table of this class
     */
    <E> RowEncoder<E> json(Class<E> rows);

    /** Returns an encoder of one JSON object a line, with the same columns as {@link #json(Class)}. */
    <E> RowEncoder<E> jsonLines(Class<E> rows);

    /** Returns an encoder of CSV by RFC 4180, with the same columns as {@link #json(Class)}. */
    <E> RowEncoder<E> csv(Class<E> rows);

    /** Stops loads and replication, and drops all versions. A second call does nothing. */
    @Override
    void close();

    /** A builder of a store. For one thread. */
    final class Builder {
        private final ClassStores stores;
        private final StoreConfiguration.Builder settings = StoreConfiguration.builder();
        private LoadConfiguration load = LoadConfiguration.defaults();

        private Builder(DataSourceConnections connections) {
            this.stores = new ClassStores(connections);
        }

        /**
         * Adds the table of a record, or of an entity with annotations of Jakarta Persistence.
         *
         * @throws MappingException if the class cannot be mapped; the message contains the remedy
         */
        public <E> Builder table(Class<E> rows) {
            return table(ClassMapping.of(rows));
        }

        /** Adds several tables, as {@link #table(Class)} does. */
        public Builder tables(Class<?>... rows) {
            Arrays.stream(rows).forEach(this::table);
            return this;
        }

        /** Adds the table of a mapping, for example of a class without annotations. */
        public <E> Builder table(ClassMapping<E> mapping) {
            stores.add(mapping);
            return this;
        }

        /** Sets the schema of tables whose mapping names none. The default is the schema of the connections. */
        public Builder schema(String name) {
            stores.setSchema(name);
            return this;
        }

        /** Follows the database after each load, with all defaults: see {@link DataStore#follow()}. */
        public Builder follow() {
            settings.follow();
            return this;
        }

        /** Follows the database after each load: see {@link DataStore#follow(FollowConfiguration)}. */
        public Builder follow(FollowConfiguration how) {
            settings.follow(how);
            return this;
        }

        /**
         * Changes settings of the store, such as the memory budget, the reload period and kept versions.
         *
         * {@snippet :
         * MemoryStore.builder(pool).table(Film.class).configure(settings -> settings.keep(Duration.ofMinutes(10)));
         * }
         */
        public Builder configure(Consumer<StoreConfiguration.Builder> change) {
            change.accept(settings);
            return this;
        }

        /** Sets the options of the first load. */
        public Builder load(LoadConfiguration how) {
            load = how;
            return this;
        }

        /**
         * Checks the classes against the database, and returns a store without a version. The caller loads it with
         * {@link DataStore#load()} or {@link DataStore#open(Path, OpenMode)}. Until then, streams throw a
         * {@link DataStoreNotLoadedException}.
         *
         * @param configuration the settings, which replace those of this builder
         * @throws MappingException if a class does not fit its table
         * @throws DataStoreException if the database cannot be read
         * @throws IllegalArgumentException if a setting sends streams to the database
         */
        public MemoryStore create(StoreConfiguration configuration) {
            return stores.create(configuration, null);
        }

        /**
         * Creates a store as {@link #create(StoreConfiguration)} does. While the database is unreachable, it checks the
         * classes against the tables in a file, as {@link #open(Path, OpenMode)} does. The caller opens the file.
         */
        public MemoryStore create(StoreConfiguration configuration, Path file) {
            return stores.create(configuration, file);
        }

        /**
         * Checks the classes against the database, loads all tables, and starts to follow the database if configured.
         *
         * @throws MappingException if a class does not fit its table; the message names every difference and its remedy
         * @throws DataStoreException if the database cannot be read or followed
         * @throws IllegalArgumentException if a setting sends streams to the database, which only an application of
         * Speedment can do
         */
        public MemoryStore open() {
            return stores.load(settings.build(), load);
        }

        /**
         * Checks the classes against the database, and opens a file that {@link DataStore#save} wrote. If configured,
         * the store then follows the database from the version in the file.
         *
         * <p>While the database is unreachable, the store checks the classes against the tables in the file. It checks
         * them against the database before the next load, and before it follows the database. If a class does not fit
         * then, the load or {@link DataStore#followStatus} names every difference.
         *
         * @throws MappingException if a class does not fit its table
         * @throws DataStoreException if the file cannot be opened, or the database rejects the user
         * @throws IllegalArgumentException if a setting sends streams to the database
         */
        public MemoryStore open(Path file, OpenMode mode) {
            return stores.open(settings.build(), file, mode);
        }
    }
}
