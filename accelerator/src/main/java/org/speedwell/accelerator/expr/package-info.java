/**
 * Comparison operators and the key ranges that they select. Every form of a query uses them: Speedment's predicates, lambdas, join
 * conditions and the hot path. Knows no columns and no Speedment.
 */
@NullMarked
package org.speedwell.accelerator.expr;

import org.jspecify.annotations.NullMarked;
