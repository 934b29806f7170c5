/**
 * The Spring Boot auto-configuration of an in-memory Speedment application.
 *
 * <ul>
 * <li>Properties {@code speedwell.*} configure the store. A {@link StoreConfigurationCustomizer} sets everything else.
 * <li>An application may define its own configuration, connections, store, joins and managers as beans, which replace
 * the automatic ones.
 * <li>By default the tables are in memory before the application accepts requests.
 * <li>The store stays up while the database is unreachable, and serves its last version.
 * </ul>
 *
 * <p>Start at {@link SpeedwellAutoConfiguration}, which creates the application and its store. Then read
 * {@link SpeedwellProperties} and {@code StoreLoading}.
 */
@NullMarked
package org.speedwell.spring;

import org.jspecify.annotations.NullMarked;
