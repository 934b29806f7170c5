/** The loops that run over columns and indexes. Internal. */
@NullMarked
package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.NullMarked;
