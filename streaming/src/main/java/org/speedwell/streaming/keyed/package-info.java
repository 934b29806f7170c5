/** State by key: the table of keys, and the operators that keep something for each. Internal but for its exception. */
@NullMarked
package org.speedwell.streaming.keyed;

import org.jspecify.annotations.NullMarked;
