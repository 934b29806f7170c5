/**
 * The public building blocks of queries beside Speedment's fields: expressions, collectors, aggregations, references to
 * rows of other tables, and encoders.
 *
 * <ul>
 * <li>All types are immutable and thread-safe.
 * <li>An in-memory stream runs them on columns, without entities. Over any other stream, also one from SQL, they give
 * the same result from entities.
 * <li>A lambda is analyzed. One that cannot be analyzed is an opaque function, and runs on entities.
 * </ul>
 *
 * <p>Start reading at one of these:
 *
 * <ul>
 * <li>{@link Expressions}: expressions of dates, texts, decimals and cases
 * <li>{@link ColumnCollectors}: collectors of fields and expressions
 * <li>{@link Aggregation}: groups as records
 * <li>{@link Reference}: foreign keys as columns
 * <li>{@link RowEncoder}: JSON and CSV
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.query;

import org.jspecify.annotations.NullMarked;
