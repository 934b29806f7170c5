package org.speedwell.accelerator.routing;

import com.speedment.common.injector.annotation.InjectKey;
import java.util.stream.Stream;

/** The list of tables to keep in memory, for the {@link MetaStreamSupplierBundle}. The application implements it. */
@InjectKey(MetaStreamSupplierConfigurator.class)
public interface MetaStreamSupplierConfigurator {
    /** Returns the tables in memory, and optionally the others: tables without a mapping stay in the database. */
    Stream<TableMapping<?>> tableMappings();
}
