/**
 * Queries whose results stay current while memory follows the database.
 *
 * <ul>
 * <li>{@link org.speedwell.accelerator.maintain.MaintainedQuery} holds the result of a stream pipeline. Reading it is
 * one volatile read.
 * <li>{@link org.speedwell.accelerator.maintain.ResultChange} is the change that a subscriber receives.
 * </ul>
 *
 * <p>Start reading at {@link org.speedwell.accelerator.maintain.MaintainedQuery}.
 */
@NullMarked
package org.speedwell.accelerator.maintain;

import org.jspecify.annotations.NullMarked;
