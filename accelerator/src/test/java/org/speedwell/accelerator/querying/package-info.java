/** Tests of queries through Speedment, compared with SQL and with plain lists. */
@NullMarked
package org.speedwell.accelerator.querying;

import org.jspecify.annotations.NullMarked;
