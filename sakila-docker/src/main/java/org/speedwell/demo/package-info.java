/**
 * The command line of the Sakila demo, which runs the queries of a video-rental shop over SQL and from memory.
 *
 * <ul>
 * <li>Each command opens a shop: a database with Sakila, and two applications on it. One application reads over SQL,
 * the other from memory.
 * <li>Without a URL, the demo starts an embedded database with rows that it generates once and keeps.
 * <li>The demo never changes a schema that it did not create.
 * <li>The exit code says whether all answers agree.
 * </ul>
 *
 * <p>Start at {@link SakilaDemo}, then {@code DemoOptions} (the options of all commands) and {@code Comparison} (the
 * table of results).
 */
@NullMarked
package org.speedwell.demo;

import org.jspecify.annotations.NullMarked;
