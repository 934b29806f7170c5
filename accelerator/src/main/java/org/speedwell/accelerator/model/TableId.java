package org.speedwell.accelerator.model;

/**
 * The name of a table or view: of the model's database, schema and table, as snapshots and messages tell it.
 *
 * @param <E> the class of its rows
 */
public record TableId<E>(String database, String schema, String table) {
    @Override
    public String toString() {
        return schema + "." + table;
    }
}
