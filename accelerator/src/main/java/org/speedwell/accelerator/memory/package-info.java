/** Native memory: the only package that knows chronicle-bytes. Internal. */
@NullMarked
package org.speedwell.accelerator.memory;

import org.jspecify.annotations.NullMarked;
