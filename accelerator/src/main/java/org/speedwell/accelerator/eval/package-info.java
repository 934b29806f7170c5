/**
 * Computes expressions of rows from columns: compiles a tree into functions of row numbers, typed and many rows at once where values
 * are numbers. Start with {@link org.speedwell.accelerator.eval.ExprCompiler}. Internal.
 */
@NullMarked
package org.speedwell.accelerator.eval;

import org.jspecify.annotations.NullMarked;
