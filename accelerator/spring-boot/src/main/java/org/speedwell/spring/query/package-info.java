/**
 * The translation of clients' queries into streams of a table in memory. It does not depend on HTTP.
 *
 * <ul>
 * <li>Clients can name only the columns that the application serves.
 * <li>{@link Limits} bounds the rows and conditions of every query.
 * <li>A query that the table cannot answer throws a {@link QueryException}, whose message is for the client.
 * <li>Values have the same JSON form in filters and in rows.
 * </ul>
 *
 * <p>Start at {@link RowQuery}, then read {@link ServedTable} and {@code ConditionReader}.
 */
@NullMarked
package org.speedwell.spring.query;

import org.jspecify.annotations.NullMarked;
