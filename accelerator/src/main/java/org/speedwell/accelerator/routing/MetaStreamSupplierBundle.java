package org.speedwell.accelerator.routing;

import com.speedment.common.injector.InjectBundle;
import java.util.stream.Stream;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.speedment.TableRouting;

/**
 * An addition to the {@link InMemoryBundle} that keeps only those tables in memory that a {@link
 * MetaStreamSupplierConfigurator} maps there. All other tables are streamed from the database, also before the first
 * load. A join of tables of both kinds is not possible.
 *
 * {@snippet :
 * class InMemory implements MetaStreamSupplierConfigurator {
 *     @Override
 *     public Stream<TableMapping<?>> tableMappings() {
 *         return Stream.of(
 *             TableMapping.of(FilmManager.IDENTIFIER, DataStoreStreamSupplierComponent.class),
 *             TableMapping.of(RentalManager.IDENTIFIER, DataStoreStreamSupplierComponent.class));
 *     }
 * }
 *
 * Speedment app = new SakilaApplicationBuilder()
 *     .withBundle(InMemoryBundle.class)
 *     .withBundle(MetaStreamSupplierBundle.class)
 *     .withComponent(InMemory.class)
 *     .build();
 * }
 */
public final class MetaStreamSupplierBundle implements InjectBundle {
    @Override
    public Stream<Class<?>> injectables() {
        return Stream.of(TableRouting.class);
    }
}
