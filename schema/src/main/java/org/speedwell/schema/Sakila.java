package org.speedwell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows in the shape of Sakila, of any size: at scale 1 the tables have Sakila's counts and marginals, exactly; scale N
 * has N times as many films (and what hangs on them), customers, inventory, rentals and payments.
 *
 * <p>Every row is a pure function of the seed, the scale and its number: nothing is kept, all runs agree, and any
 * thread may ask for any row. All names are made up.
 *
 * {@snippet :
 * Sakila.scale(10).load(database, "sakila", Progress.console());
 * }
 */
public final class Sakila {

    /** The schema that the Speedment model names. */
    public static final String SCHEMA = "sakila";

    /** The highest scale: 10 million films and 160 million rentals. */
    public static final int MAX_SCALE = 10_000;

    /** The DDL's first table, which no view reads: MySQL changes a view's columns when a table under it is altered. */
    private static final String FIRST_TABLE = "language";

    private static final long SEED = 0x5A4B_11A0L;

    /** A key that grows with the scale, as the DDL defines it. */
    private static final Pattern GROWING_KEY =
            Pattern.compile("(?<column>film_id|inventory_id|customer_id|payment_id)(?<gap> +)"
                    + "(?<type>(SMALLINT|MEDIUMINT)( UNSIGNED)?)");

    private final int scale;
    private final long seed;
    private final Films films;
    private final Rentals rentals;
    private final List<SakilaTable> tables;

    private Sakila(int scale, long seed) {
        if (scale < 1 || scale > MAX_SCALE) {
            throw new IllegalArgumentException("The scale is from 1 to " + MAX_SCALE + ", not " + scale);
        }
        this.scale = scale;
        this.seed = seed;
        films = new Films(seed, scale);
        rentals = new Rentals(seed, scale, films);
        tables = SakilaTable.all(films, rentals, new People(seed));
    }

    /**
     * The data of a scale, the same for everyone.
     *
     * @param scale from 1 to {@link #MAX_SCALE}
     */
    public static Sakila scale(int scale) {
        return scale(scale, SEED);
    }

    /** The data of a scale with values other than everyone's; the counts and the marginals stay. */
    public static Sakila scale(int scale, long seed) {
        return new Sakila(scale, seed);
    }

    /** The films and what hangs on them, with no database. */
    public Films films() {
        return films;
    }

    /** The rentals and the payments, with no database. */
    public Rentals rentals() {
        return rentals;
    }

    /** Makes and fills {@link #SCHEMA}; otherwise as {@link #load(Database, String, Progress)}. */
    public void load(Database database, Progress progress) throws SQLException {
        load(database, SCHEMA, progress);
    }

    /**
     * Makes and fills a schema, in place of an older one of ours. Rows are streamed; no table is ever in memory.
     *
     * @throws DatabaseException if there is a schema of that name with tables that we did not make
     * @throws SQLException if the server refuses; the schema is then known as not loaded
     */
    public void load(Database database, String schema, Progress progress) throws SQLException {
        SchemaLoad load = new SchemaLoad(new Schema(schema, FIRST_TABLE), ddl(), content());
        load.run(database, tables.stream().map(Sakila::rows).toList(), progress);
    }

    /**
     * Loads the schema unless it is loaded already.
     *
     * @return whether there was something to do
     * @throws DatabaseException as {@link #load(Database, String, Progress)} does
     * @throws SQLException as {@link #load(Database, String, Progress)} does
     */
    public boolean loadIfAbsent(Database database, String schema, Progress progress) throws SQLException {
        try (Connection connection = database.connect()) {
            if (isLoaded(connection, schema)) {
                return false;
            }
        }
        load(database, schema, progress);
        return true;
    }

    /** Whether a schema holds all of this: this scale, this seed, and loaded to the end. Costs one look-up. */
    public boolean isLoaded(Connection connection, String schema) throws SQLException {
        return new Schema(schema, FIRST_TABLE).isLoaded(connection, content());
    }

    private static SchemaLoad.TableRows rows(SakilaTable table) {
        return new SchemaLoad.TableRows(table.name(), table.rows(), (insert, task) -> {
            for (int i = 0; i < table.rows(); i++) {
                table.writer().write(insert.row(), i);
                insert.endRow();
                task.advance(1);
            }
        });
    }

    /**
     * The model's DDL, its keys widened where this scale has more of them than the type holds. All of them become the
     * signed INT, which reads as Java's {@code int} like the unsigned types it replaces: a program that was generated
     * from the narrow model reads the wide one.
     */
    List<String> ddl() {
        return Script.statements("sakila.sql").stream()
                .map(statement -> GROWING_KEY.matcher(statement).replaceAll(this::widened))
                .toList();
    }

    private String widened(MatchResult key) {
        long last = switch (key.group("column")) {
            case "film_id" -> films.rows();
            case "inventory_id" -> films.copies();
            case "customer_id" -> rentals.customers();
            default -> rentals.payments();
        };
        long most = switch (key.group("type")) {
            case "SMALLINT" -> Short.MAX_VALUE;
            case "SMALLINT UNSIGNED" -> 65_535;
            case "MEDIUMINT UNSIGNED" -> 16_777_215;
            default -> throw new IllegalStateException(key.group());
        };
        return last <= most ? Matcher.quoteReplacement(key.group()) : key.group("column") + key.group("gap") + "INT";
    }

    private String content() {
        return "Sakila, scale " + scale + ", seed " + seed + ", format 1";
    }
}
