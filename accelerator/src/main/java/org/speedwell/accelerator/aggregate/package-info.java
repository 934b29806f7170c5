/** Groups of rows by several keys, and what they come to, in arrays of primitive numbers. Internal. */
@NullMarked
package org.speedwell.accelerator.aggregate;

import org.jspecify.annotations.NullMarked;
