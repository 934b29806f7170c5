package org.speedwell.accelerator.model;

/**
 * The name of a table or view, made of the names of database, schema and table in the model. Snapshots and messages use
 * it.
 *
 * @param <E> the class of the rows
 */
public record TableId<E>(String database, String schema, String table) {
    @Override
    public String toString() {
        return schema + "." + table;
    }
}
