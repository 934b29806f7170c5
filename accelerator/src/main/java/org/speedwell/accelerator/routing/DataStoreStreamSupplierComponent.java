package org.speedwell.accelerator.routing;

import com.speedment.runtime.core.component.StreamSupplierComponent;

/** Where streams from memory come from: what a {@link TableMapping} names for the tables that are to be in memory. */
public interface DataStoreStreamSupplierComponent extends StreamSupplierComponent {}
