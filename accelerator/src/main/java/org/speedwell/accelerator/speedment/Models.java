package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.manager.Manager;
import java.util.List;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.TableModel;

/** An application's tables and views, as its model and its configuration have them. */
record Models(Project project, StoreConfiguration configuration) {

    <E> TableModel<E> of(Manager<E> manager) {
        TableModel<E> table = TableModel.of(project, manager);
        List<ColumnIdentifier<?>> key = configuration.views().getOrDefault(manager.getTableIdentifier(), List.of());
        return key.isEmpty() ? table : table.withKey(key);
    }

    List<TableModel<?>> of(List<? extends Manager<?>> managers) {
        return managers.stream().<TableModel<?>>map(this::of).toList();
    }

    boolean isView(TableIdentifier<?> table) {
        return DocumentDbUtil.referencedTable(project, table).isView();
    }

    /** @throws DataStoreException if the configuration tells of views that are none */
    void requireViews() {
        for (TableIdentifier<?> view : configuration.views().keySet()) {
            if (!isView(view)) {
                throw new DataStoreException(
                        "%s is a table of the model, which is loaded with the primary key that it has:"
                                        .formatted(view.getTableId())
                                + " take it out of withView, which is for views.");
            }
        }
    }
}
