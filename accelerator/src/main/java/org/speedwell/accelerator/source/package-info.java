/** Connections for loads, the settings of a load, and its progress. */
@NullMarked
package org.speedwell.accelerator.source;

import org.jspecify.annotations.NullMarked;
