/** Rentals as they happen: made and written to the database, and counted in windows by the streaming layer. */
@NullMarked
package org.speedwell.demo.live;

import org.jspecify.annotations.NullMarked;
