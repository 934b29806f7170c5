/**
 * Results that memory keeps current while rentals arrive, and the same results polled over SQL.
 *
 * <ul>
 * <li>{@link Question} is a pipeline of Java with the SQL that asks for the same.
 * <li>{@link Answer} subscribes to the maintained result of a question, and measures the delay of its changes.
 * <li>{@link SqlPoll} runs the SQL, and compares each result with memory at one binlog position.
 * </ul>
 *
 * <p>Start reading at {@link Question}.
 */
@NullMarked
package org.speedwell.demo.maintained;

import org.jspecify.annotations.NullMarked;
