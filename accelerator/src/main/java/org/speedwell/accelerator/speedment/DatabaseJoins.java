package org.speedwell.accelerator.speedment;

import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.join.JoinComponent;
import com.speedment.runtime.join.JoinStreamSupplierComponent;
import com.speedment.runtime.join.builder.JoinBuilder1;
import com.speedment.runtime.join.provider.DelegateJoinComponent;
import com.speedment.runtime.join.stage.Stage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.FallbackException;

/**
 * Speedment's joins, which the database does, also of tables that are in memory: each such join is told as a fallback where
 * it is built.
 */
public final class DatabaseJoins implements JoinComponent {
    private final JoinComponent joins;
    private @Nullable MemoryDataStore store;

    /** Called by the injector. */
    public DatabaseJoins(JoinStreamSupplierComponent database) {
        Object told = Proxy.newProxyInstance(
                DatabaseJoins.class.getClassLoader(),
                new Class<?>[] {JoinStreamSupplierComponent.class},
                (proxy, method, arguments) -> {
                    if (arguments != null && arguments[0] instanceof List<?> stages) {
                        tell(stages);
                    }
                    try {
                        return method.invoke(database, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        this.joins = new DelegateJoinComponent((JoinStreamSupplierComponent) told);
    }

    /** Called by the injector. */
    @ExecuteBefore(State.STARTED)
    public void use(@WithState(State.RESOLVED) MemoryDataStore memoryDataStore) {
        this.store = memoryDataStore;
    }

    /**
     * As Speedment's.
     *
     * @throws FallbackException where the join is built, if a table of it is in memory and the configuration refuses
     *     fallbacks
     */
    @Override
    public <T0> JoinBuilder1<T0> from(TableIdentifier<T0> firstTableIdentifier) {
        return joins.from(firstTableIdentifier);
    }

    private void tell(List<?> stages) {
        List<TableIdentifier<?>> tables = stages.stream()
                .<TableIdentifier<?>>map(stage -> ((Stage<?>) stage).identifier())
                .toList();
        if (store != null && tables.stream().anyMatch(store::isHeld)) {
            store.fallbackPolicy()
                    .join(tables.stream().map(TableIdentifier::getTableId).collect(Collectors.joining(", ")));
        }
    }
}
