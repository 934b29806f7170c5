package org.speedwell.accelerator.speedment;

import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.Set;
import java.util.stream.Collectors;
import org.speedwell.accelerator.routing.DataStoreStreamSupplierComponent;
import org.speedwell.accelerator.routing.MetaStreamSupplierConfigurator;
import org.speedwell.accelerator.routing.TableMapping;

/** The component that passes the selection of tables to the store. */
public final class TableRouting {
    /** Passes the selection of tables to the store. The injector calls it. */
    @ExecuteBefore(State.RESOLVED)
    public void use(
            @WithState(State.INITIALIZED) MemoryDataStore store,
            @WithState(State.INITIALIZED) MetaStreamSupplierConfigurator configurator) {
        Set<TableIdentifier<?>> chosen = configurator
                .tableMappings()
                .filter(mapping -> mapping.supplier() == DataStoreStreamSupplierComponent.class)
                .map(TableMapping::table)
                .collect(Collectors.toUnmodifiableSet());
        store.selectTables(chosen::contains);
    }
}
