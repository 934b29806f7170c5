/**
 * Sakila, TPC-H and test schemas as DDL, generators of their rows, and a running database. For tests, demos and
 * benchmarks.
 *
 * <ul>
 * <li>No parameter or result is null unless it is {@code @Nullable}.
 * <li>Generators of rows are immutable and thread-safe. A row depends only on its number and the settings of the
 * generator.
 * <li>A failure to start or reach a database is a {@link DatabaseException}, whose message says what to do. A statement
 * that the server rejects is a {@link java.sql.SQLException}. An invalid size is an {@link IllegalArgumentException}.
 * <li>A load replaces only schemas that Speedwell created, or that are empty.
 * </ul>
 *
 * <p>Start at {@link Database} and {@link Sakila}, then read {@link Films}.
 */
@NullMarked
package org.speedwell.schema;

import org.jspecify.annotations.NullMarked;
