/** Applications that keep some tables in memory and leave others to the database. */
@NullMarked
package org.speedwell.accelerator.routing;

import org.jspecify.annotations.NullMarked;
