/** Predicates in the typed form that kernels run. Internal. */
@NullMarked
package org.speedwell.accelerator.filter;

import org.jspecify.annotations.NullMarked;
