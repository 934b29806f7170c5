/** Tests of a store that follows a database: transactions, lost connections, schema changes, and restarts. */
@NullMarked
package org.speedwell.accelerator.following;

import org.jspecify.annotations.NullMarked;
