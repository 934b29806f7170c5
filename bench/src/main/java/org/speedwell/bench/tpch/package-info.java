/** TPC-H: its queries as streams and as SQL, and their benchmark beside DuckDB. */
@NullMarked
package org.speedwell.bench.tpch;

import org.jspecify.annotations.NullMarked;
