/** Queries as clients write them, made into streams of a table's columns. Knows nothing of servers. */
@NullMarked
package org.speedwell.spring.query;

import org.jspecify.annotations.NullMarked;
