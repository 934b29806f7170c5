/**
 * Queries whose results stay current while memory follows the database.
 *
 * <ul>
 * <li>{@link org.speedwell.accelerator.maintain.MaintainedQuery} holds the result of a stream pipeline. Reading it is
 * one volatile read.
 * <li>{@link org.speedwell.accelerator.maintain.ResultChange} is the change that a subscriber receives.
 * <li>{@link org.speedwell.accelerator.maintain.RankChange} and {@link org.speedwell.accelerator.maintain.GroupChange} are
 * the rows of a list and the groups of a map that differ in such a change.
 * </ul>
 *
 * <p>Start reading at {@link org.speedwell.accelerator.maintain.MaintainedQuery}.
 */
@NullMarked
package org.speedwell.accelerator.maintain;

import org.jspecify.annotations.NullMarked;
