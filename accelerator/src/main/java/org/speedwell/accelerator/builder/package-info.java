/** Builds columns of the values that a load or a change brings. Internal. */
@NullMarked
package org.speedwell.accelerator.builder;

import org.jspecify.annotations.NullMarked;
