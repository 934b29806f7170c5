package org.speedwell.accelerator.routing;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.component.StreamSupplierComponent;
import com.speedment.runtime.core.component.sql.SqlStreamSupplierComponent;

/**
 * The source of the streams of a table.
 *
 * @param supplier {@link DataStoreStreamSupplierComponent} or {@link SqlStreamSupplierComponent}
 */
public record TableMapping<E>(TableIdentifier<E> table, Class<? extends StreamSupplierComponent> supplier) {

    /**
     * Creates a mapping.
     *
     * @throws IllegalArgumentException if the supplier is neither memory nor SQL
     */
    public TableMapping {
        requireNonNull(table);
        if (supplier != DataStoreStreamSupplierComponent.class && supplier != SqlStreamSupplierComponent.class) {
            throw new IllegalArgumentException("Table " + table.getTableId() + " is mapped to " + supplier.getName()
                    + ". It can be mapped to DataStoreStreamSupplierComponent (memory) or SqlStreamSupplierComponent.");
        }
    }

    public static <E> TableMapping<E> of(TableIdentifier<E> table, Class<? extends StreamSupplierComponent> supplier) {
        return new TableMapping<>(table, supplier);
    }
}
