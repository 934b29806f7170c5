package org.speedwell.accelerator.routing;

import com.speedment.runtime.core.component.StreamSupplierComponent;

/** The supplier of in-memory streams. A {@link TableMapping} names it for the tables that are to be in memory. */
public interface DataStoreStreamSupplierComponent extends StreamSupplierComponent {}
