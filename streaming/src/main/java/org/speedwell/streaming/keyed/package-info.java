/** State by key, as a job declares it. */
@NullMarked
package org.speedwell.streaming.keyed;

import org.jspecify.annotations.NullMarked;
