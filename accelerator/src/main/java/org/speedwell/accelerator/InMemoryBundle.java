package org.speedwell.accelerator;

import com.speedment.common.injector.InjectBundle;
import java.util.stream.Stream;

/**
 * Makes a Speedment application answer its streams from memory:
 *
 * <pre>{@code
 * Speedment app = new SakilaApplicationBuilder()
 *     .withPassword("sakila-password")
 *     .withBundle(InMemoryBundle.class)
 *     .build();
 * app.getOrThrow(DataStoreComponent.class).load();
 * }</pre>
 *
 * Streams of tables come from the loaded snapshot; streams of views still come from the database. The reports that
 * Speedment sends its makers at each start, hour and stop of an application are not sent.
 */
public final class InMemoryBundle implements InjectBundle {
    @Override
    public Stream<Class<?>> injectables() {
        return Stream.of(MemoryDataStore.class, MemoryStreamSupplier.class, NoStatisticsReports.class);
    }
}
