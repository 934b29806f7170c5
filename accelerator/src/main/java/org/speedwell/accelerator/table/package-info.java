/**
 * Rows of one's own as tables in memory, with no database. Public.
 *
 * <p>Nothing gives null or takes it unless it is {@code @Nullable}; tables are for any number of threads, rows are the caller's.
 * A schema that cannot be one is refused by an {@link IllegalStateException}, which says what to declare, before a table is made;
 * what a row's getters throw passes.
 */
@NullMarked
package org.speedwell.accelerator.table;

import org.jspecify.annotations.NullMarked;
