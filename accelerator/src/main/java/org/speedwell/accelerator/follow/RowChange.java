package org.speedwell.accelerator.follow;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The change of one row by a committed transaction. The entities are new and belong to the receiver. They also contain
 * the columns that the store leaves out.
 *
 * @param table the table of the row
 * @param transaction the global transaction id as the server writes it, or the transaction's end position in the binlog
 * if the server has no such ids. It is the same for all changes of one transaction and unique to it.
 * @param committedAt the commit time by the server's clock. MySQL with global ids reports microseconds. Other servers
 * report seconds, possibly of the start of the last statement.
 * @param before the row before the change; empty if it was inserted
 * @param after the row after the change; empty if it was deleted
 */
public record RowChange<E>(
        TableIdentifier<E> table, String transaction, Instant committedAt, Optional<E> before, Optional<E> after) {

    /** The kind of the change. */
    public enum Kind {
        INSERT,
        UPDATE,
        DELETE
    }

    /**
     * Creates a change.
     *
     * @throws IllegalArgumentException if both rows are empty
     */
    public RowChange {
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException("A change needs the row before it, the row after it, or both.");
        }
    }

    public Kind kind() {
        return before.isEmpty() ? Kind.INSERT : after.isEmpty() ? Kind.DELETE : Kind.UPDATE;
    }

    /** Returns the row after the change, or the row before it if it was deleted. */
    public E row() {
        return after.or(() -> before).orElseThrow();
    }

    /** Returns this change if it belongs to the table of the manager; otherwise empty. */
    @SuppressWarnings("unchecked") // a table has one class of entities
    public <T> Optional<RowChange<T>> as(Manager<T> manager) {
        return table.equals(manager.getTableIdentifier()) ? Optional.of((RowChange<T>) this) : Optional.empty();
    }

    /** Returns this change if its rows have a class; otherwise empty. */
    @SuppressWarnings("unchecked") // both rows belong to one table
    public <T> Optional<RowChange<T>> as(Class<T> rows) {
        return rows.isInstance(row()) ? Optional.of((RowChange<T>) this) : Optional.empty();
    }

    /**
     * Returns a predicate that holds if the row before the change exists and matches, for example a predicate of a
     * field.
     */
    public static <E> Predicate<RowChange<E>> whereBefore(Predicate<? super E> row) {
        return change -> change.before.filter(row).isPresent();
    }

    /**
     * Returns a predicate that holds if the row after the change exists and matches, for example a predicate of a
     * field.
     */
    public static <E> Predicate<RowChange<E>> whereAfter(Predicate<? super E> row) {
        return change -> change.after.filter(row).isPresent();
    }
}
