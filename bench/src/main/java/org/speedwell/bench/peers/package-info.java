/** Speedwell beside what a Java program would use instead: the same rows, the same nine queries, the same answers. */
@NullMarked
package org.speedwell.bench.peers;

import org.jspecify.annotations.NullMarked;
