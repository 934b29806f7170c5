package org.speedwell.accelerator.routing;

import com.speedment.common.injector.annotation.InjectKey;
import java.util.stream.Stream;

/** Tells the {@link MetaStreamSupplierBundle} which tables are to be in memory. Implemented by the application. */
@InjectKey(MetaStreamSupplierConfigurator.class)
public interface MetaStreamSupplierConfigurator {
    /** The tables in memory and, if one likes, those that are not: tables that are not mapped stay in the database. */
    Stream<TableMapping<?>> tableMappings();
}
