/** Native memory: the only package that knows chronicle's. Internal. */
@NullMarked
package org.speedwell.accelerator.memory;

import org.jspecify.annotations.NullMarked;
