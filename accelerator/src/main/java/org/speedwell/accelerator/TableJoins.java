package org.speedwell.accelerator;

import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.speedment.RowJoins;
import org.speedwell.accelerator.table.Rows;

/**
 * Joins of rows of the application, such as tables of records and streaming views. They need no database. Use
 * {@link DataStoreComponent#joins} to join such rows with tables of the database. All methods are thread-safe.
 *
 * {@snippet :
 * record Shop(long id, String city) {
 *     static final TableSchema<Shop> SCHEMA = TableSchema.ofRecord(Shop.class);
 *     static final LongField<Shop, Long> ID = SCHEMA.longField("id", Shop::id);
 *     static final StringField<Shop, String> CITY = SCHEMA.stringField("city", Shop::city); }
 *
 * Table<Shop> shops = Shop.SCHEMA.table(List.of(new Shop(1, "Delft"), new Shop(2, "Gent")));
 * Table<Sale> sales = Sale.SCHEMA.table(List.of(new Sale(1, 20), new Sale(2, 30)));
 * long inDelft = TableJoins.of(sales, shops)
 *         .from(Sale.SCHEMA.identifier())
 *         .innerJoinOn(Shop.ID).equal(Sale.STORE).where(Shop.CITY.equal("Delft"))
 *         .build(Tuples::of)
 *         .stream()
 *         .mapToLong(pair -> pair.get0().amount())
 *         .sum();
 * }
 */
public final class TableJoins {
    private TableJoins() {}

    /**
     * Returns a builder of joins of these rows. Each stream of a join reads one version of each {@link Rows}.
     *
     * @param rows the sources; joins name them by the identifiers of their schemas
     * @throws IllegalArgumentException if two schemas have the same name
     */
    public static JoinComponent of(Rows<?>... rows) {
        return RowJoins.of(rows);
    }

    /**
     * Returns a left join as a full outer join: see {@link DataStoreComponent#fullOuterJoin}.
     *
     * @throws IllegalArgumentException if the last join is not a left join, or the database runs the join
     */
    public static <T> Join<T> fullOuterJoin(Join<T> leftJoin) {
        return RowJoins.full(leftJoin);
    }

    /**
     * Runs a pipeline over the tuples of a join and returns a report of each step: see
     * {@link DataStoreComponent#explain(Join, Function)}.
     *
     * @throws IllegalArgumentException if the pipeline has no terminal operation, or the join contains a table of the
     * database
     */
    public static <T> Explanation explain(Join<T> join, Function<? super Stream<T>, ?> pipeline) {
        return RowJoins.explain(join, pipeline, true);
    }

    /**
     * Plans a pipeline over the tuples of a join without running it: see
     * {@link DataStoreComponent#plan(Join, Function)}.
     *
     * @throws IllegalArgumentException if the pipeline has no terminal operation, or the join contains a table of the
     * database
     */
    public static <T> Explanation plan(Join<T> join, Function<? super Stream<T>, ?> pipeline) {
        return RowJoins.explain(join, pipeline, false);
    }
}
