/** What Speedment is told of a schema: {@code speedment.json}, written and read. */
@NullMarked
package org.speedwell.init.model;

import org.jspecify.annotations.NullMarked;
