/** The data store's figures for Micrometer, an optional dependency. */
@NullMarked
package org.speedwell.accelerator.micrometer;

import org.jspecify.annotations.NullMarked;
