/** Tests of loads: drivers, settings, types, bad values, failures, and networks that fail. */
@NullMarked
package org.speedwell.accelerator.loading;

import org.jspecify.annotations.NullMarked;
