/**
 * The routing of tables, for applications that keep some tables in memory and leave others to the database.
 *
 * <ul>
 * <li>A table is in memory if a mapping says so; tables without a mapping stay in the database.
 * <li>The mappings are read once, when the application starts.
 * </ul>
 *
 * <p>Start reading at one of these:
 *
 * <ul>
 * <li>{@link MetaStreamSupplierBundle}: the bundle to add to an application
 * <li>{@link MetaStreamSupplierConfigurator}: the application's list of tables
 * <li>{@link TableMapping}: one table and the source of its streams
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.routing;

import org.jspecify.annotations.NullMarked;
