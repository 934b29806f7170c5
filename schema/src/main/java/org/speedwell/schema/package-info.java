/**
 * Sakila as DDL, a generator of Sakila-shaped rows, and a running database to put them in. For tests, demos and benchmarks.
 *
 * <p>Nothing gives null or takes it unless it is {@code @Nullable}. What generates rows is immutable and for any number of threads.
 * A database that cannot be had is a {@link DatabaseException}, which says what to do; what it refuses a
 * {@link java.sql.SQLException}; a size that cannot be an {@link IllegalArgumentException}.
 */
@NullMarked
package org.speedwell.schema;

import org.jspecify.annotations.NullMarked;
