/**
 * Joins of tables whose rows are classes of the application, with lambdas as conditions.
 *
 * <p>Start reading at {@link Joined}.
 */
@NullMarked
package org.speedwell.accelerator.joins;

import org.jspecify.annotations.NullMarked;
