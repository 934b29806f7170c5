/**
 * The description of a schema as the server reports it.
 *
 * <p>These rules hold:
 * <ul>
 * <li>The package reads {@code information_schema} and samples of rows. It never changes the database.
 * <li>It sees only tables and columns that the user may see.
 * <li>Numbers of rows and bytes are estimates of the server.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.init.database.Catalogue}, which returns each
 * {@link org.speedwell.init.database.Table} with its columns, indexes and foreign keys.
 * {@link org.speedwell.init.database.Sample} finds values that a load refuses.
 */
@NullMarked
package org.speedwell.init.database;

import org.jspecify.annotations.NullMarked;
