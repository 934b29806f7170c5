/** Loaded by Speedment's Maven plug-in. */
@NullMarked
package org.speedwell.generator;

import org.jspecify.annotations.NullMarked;
