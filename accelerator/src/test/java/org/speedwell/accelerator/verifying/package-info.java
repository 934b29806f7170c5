/** Tests of the comparison of memory with the database. */
@NullMarked
package org.speedwell.accelerator.verifying;

import org.jspecify.annotations.NullMarked;
