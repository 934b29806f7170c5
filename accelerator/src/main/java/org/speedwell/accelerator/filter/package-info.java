/** Predicates as conditions on the keys of columns, which kernels run. Internal. */
@NullMarked
package org.speedwell.accelerator.filter;

import org.jspecify.annotations.NullMarked;
