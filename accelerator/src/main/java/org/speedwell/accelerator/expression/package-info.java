/** Compute expressions and predicates as functions of a row. Internal. */
@NullMarked
package org.speedwell.accelerator.expression;

import org.jspecify.annotations.NullMarked;
