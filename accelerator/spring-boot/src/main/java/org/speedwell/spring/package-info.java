/**
 * The Spring Boot auto-configuration of tables in memory: those of a Speedment application, or those of entities and
 * records.
 *
 * <ul>
 * <li>Properties {@code speedwell.*} configure the store. A {@link StoreConfigurationCustomizer} sets everything else.
 * <li>An application may define its own configuration, connections, store, joins and managers as beans, which replace
 * the automatic ones.
 * <li>By default the tables are in memory before the application accepts requests.
 * <li>The store stays up while the database is unreachable, and serves its last version.
 * </ul>
 *
 * <p>Start at {@link SpeedwellAutoConfiguration}, which creates the application of Speedment and its store, or at
 * {@link SpeedwellTablesAutoConfiguration}. Then read {@link SpeedwellProperties} and {@code StoreLoading}.
 */
@NullMarked
package org.speedwell.spring;

import org.jspecify.annotations.NullMarked;
