package org.speedwell.accelerator.follow;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a committed transaction has done to one row. The entities are new ones and belong to whom they are given; columns that
 * the store leaves out are in them too.
 *
 * @param table of the row
 * @param transaction its global id as the server writes it, or the end of it in the binlog where it has none: the same for
 *     all changes of one transaction, and for no other
 * @param committedAt by the server's clock: to the microsecond on MySQL with global ids, else to the second and possibly
 *     when the last statement began
 * @param before the row before; empty if it was inserted
 * @param after the row after; empty if it was deleted
 */
public record RowChange<E>(
        TableIdentifier<E> table, String transaction, Instant committedAt, Optional<E> before, Optional<E> after) {

    /** What was done. */
    public enum Kind {
        INSERT,
        UPDATE,
        DELETE
    }

    /** @throws IllegalArgumentException if there was a row neither before nor after */
    public RowChange {
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException("A change has a row before it, after it, or both.");
        }
    }

    public Kind kind() {
        return before.isEmpty() ? Kind.INSERT : after.isEmpty() ? Kind.DELETE : Kind.UPDATE;
    }

    /** The row after the change; of one that was deleted, as it was before. */
    public E row() {
        return after.or(() -> before).orElseThrow();
    }

    /** This change, if it is of the table of that manager. */
    @SuppressWarnings("unchecked") // of one table there is one class of entities
    public <T> Optional<RowChange<T>> as(Manager<T> manager) {
        return table.equals(manager.getTableIdentifier()) ? Optional.of((RowChange<T>) this) : Optional.empty();
    }

    /** Whether there is a row before that matches, as by a predicate of a field. */
    public static <E> Predicate<RowChange<E>> whereBefore(Predicate<? super E> row) {
        return change -> change.before.filter(row).isPresent();
    }

    /** Whether there is a row after that matches, as by a predicate of a field. */
    public static <E> Predicate<RowChange<E>> whereAfter(Predicate<? super E> row) {
        return change -> change.after.filter(row).isPresent();
    }
}
