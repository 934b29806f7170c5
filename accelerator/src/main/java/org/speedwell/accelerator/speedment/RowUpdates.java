package org.speedwell.accelerator.speedment;

import com.speedment.common.injector.Injector;
import com.speedment.runtime.config.Dbms;
import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.Table;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.component.DbmsHandlerComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.component.SqlAdapter;
import com.speedment.runtime.core.component.transaction.TransactionComponent;
import com.speedment.runtime.core.db.DatabaseNamingConvention;
import com.speedment.runtime.core.db.DbmsType;
import com.speedment.runtime.core.db.SqlFunction;
import com.speedment.runtime.core.exception.TransactionException;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.core.util.DatabaseUtil;
import com.speedment.runtime.field.Field;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.StaleEntityException;
import org.speedwell.accelerator.expression.DatabaseValues;
import org.speedwell.accelerator.text.ValueText;

/**
 * Optimistic updates: they write changes of entities that were read from memory, if the row is still as it was read. An
 * update locks the row and compares it first. It compares values in Java, because SQL compares texts by collation and
 * floats inexactly. Thread-safe.
 */
final class RowUpdates {
    /** The maximum number of characters of a key in a message. */
    private static final int MAX_LENGTH = 100;

    private final Injector injector;
    private final Project project;
    private final DbmsHandlerComponent handlers;
    private final TransactionComponent transactions;

    /** Creates updates for a started application. */
    RowUpdates(Injector injector) {
        this.injector = injector;
        this.project = injector.getOrThrow(ProjectComponent.class).getProject();
        this.handlers = injector.getOrThrow(DbmsHandlerComponent.class);
        this.transactions = injector.getOrThrow(TransactionComponent.class);
    }

    /** Updates a row: see {@link DataStoreComponent#update}. */
    <E> E update(Manager<E> manager, E read, Consumer<? super E> change) {
        List<Field<E>> keys = manager.primaryKeyFields().toList();
        if (DocumentDbUtil.referencedTable(project, manager.getTableIdentifier())
                .isView()) {
            throw new IllegalArgumentException(
                    name(manager) + " is a view, which is read-only. Update the tables that it reads.");
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("Table " + name(manager)
                    + " has no primary key, so its rows cannot be updated. Add one with ALTER TABLE … ADD PRIMARY KEY,"
                    + " or write your own SQL.");
        }
        E wanted = copy(manager, read);
        change.accept(wanted);
        List<Field<E>> changed = differing(manager.fields().toList(), read, wanted);
        for (Field<E> field : changed) {
            if (keys.stream().anyMatch(key -> key.identifier().equals(field.identifier()))) {
                throw new IllegalArgumentException("Column " + column(field) + " is in the primary key of table "
                        + name(manager) + ", which an update cannot change. Remove the row and persist a new one.");
            }
        }
        return changed.isEmpty()
                ? wanted
                : inTransaction(dbms(manager), () -> written(manager, keys, changed, read, wanted));
    }

    private <E> E written(Manager<E> manager, List<Field<E>> keys, List<Field<E>> changed, E read, E wanted) {
        E now = locked(manager, keys, read);
        String row = keys.stream()
                .map(key -> column(key) + " = " + ValueText.of(key.getter().apply(read), MAX_LENGTH))
                .collect(Collectors.joining(", ", "The row " + name(manager) + " with ", " "));
        if (now == null) {
            throw new StaleEntityException(row + "is no longer in the database.");
        }
        List<Field<E>> stale = differing(changed, read, now);
        if (!stale.isEmpty()) {
            throw new StaleEntityException(row + "was changed by others since it was read: "
                    + stale.stream().map(RowUpdates::column).collect(Collectors.joining(", "))
                    + ". Read it again, from the database or after a reload, and decide again.");
        }
        changed.forEach(field -> field.setter().set(now, field.getter().apply(wanted)));
        Set<String> columns =
                changed.stream().map(field -> field.identifier().getColumnId()).collect(Collectors.toSet());
        return manager.updater(columns::contains).apply(now);
    }

    /** Returns the row as the database has it, locked until the transaction ends; null if there is none. */
    private <E> @Nullable E locked(Manager<E> manager, List<Field<E>> keys, E read) {
        Dbms dbms = dbms(manager);
        DbmsType type = DatabaseUtil.dbmsTypeOf(handlers, dbms);
        DatabaseNamingConvention naming = type.getDatabaseNamingConvention();
        Table table = DocumentDbUtil.referencedTable(project, manager.getTableIdentifier());
        String columns = manager.fields().map(field -> quoted(naming, field)).collect(Collectors.joining(", "));
        String condition =
                keys.stream().map(key -> quoted(naming, key) + " = ?").collect(Collectors.joining(" AND "));
        String sql = "SELECT %s FROM %s WHERE %s FOR UPDATE".formatted(columns, naming.fullNameOf(table), condition);
        List<@Nullable Object> values = keys.stream()
                .map(key -> DatabaseValues.of(key).apply(key.getter().apply(read)))
                .toList();
        return type.getOperationHandler()
                .executeQuery(dbms, sql, values, mapper(manager))
                .findFirst()
                .orElse(null);
    }

    @SuppressWarnings("unchecked") // the table's adapter makes the table's entities
    private <E> SqlFunction<ResultSet, E> mapper(Manager<E> manager) {
        return (SqlFunction<ResultSet, E>) injector.stream(SqlAdapter.class)
                .map(adapter -> (SqlAdapter<?>) adapter)
                .filter(adapter -> adapter.identifier().equals(manager.getTableIdentifier()))
                .findFirst()
                .orElseThrow()
                .entityMapper();
    }

    private String quoted(DatabaseNamingConvention naming, Field<?> field) {
        return naming.encloseField(
                DocumentDbUtil.referencedColumn(project, field.identifier()).getName());
    }

    /** Runs work in the thread's transaction, or else in its own. */
    private <R> R inTransaction(Dbms dbms, Supplier<R> work) {
        if (transactions.get(Thread.currentThread()).isPresent()) {
            return work.get();
        }
        try {
            return transactions.createTransactionHandler(dbms).createAndApply(transaction -> {
                R result = work.get();
                transaction.commit();
                return result;
            });
        } catch (TransactionException e) {
            throw e.getCause() instanceof RuntimeException reason ? reason : e;
        }
    }

    private Dbms dbms(Manager<?> manager) {
        return DocumentDbUtil.referencedDbms(project, manager.getTableIdentifier());
    }

    /** Returns a copy of an entity, with copies of its mutable values, so that changes in place can be detected. */
    private static <E> E copy(Manager<E> manager, E entity) {
        E copy = manager.create();
        manager.fields().forEach(field -> {
            Object value = field.getter().apply(entity);
            if (value != null) {
                field.setter()
                        .set(
                                copy,
                                switch (value) {
                                    case Date date -> date.clone();
                                    case byte[] bytes -> bytes.clone();
                                    default -> value;
                                });
            }
        });
        return copy;
    }

    private static <E> List<Field<E>> differing(List<Field<E>> fields, E one, E other) {
        return fields.stream()
                .filter(field -> !Objects.deepEquals(
                        value(field.getter().apply(one)), value(field.getter().apply(other))))
                .toList();
    }

    private static @Nullable Object value(@Nullable Object value) {
        try {
            return value instanceof Blob blob ? blob.getBytes(1, (int) blob.length()) : value;
        } catch (SQLException e) {
            throw new DataStoreException("A BLOB cannot be read: " + e.getMessage(), e);
        }
    }

    private static String column(Field<?> field) {
        return field.identifier().getColumnId();
    }

    private static String name(Manager<?> manager) {
        return manager.getTableIdentifier().getSchemaId() + "."
                + manager.getTableIdentifier().getTableId();
    }
}
