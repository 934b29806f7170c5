/** What a cluster costs as it grows: members in network namespaces of one machine. */
@NullMarked
package org.speedwell.bench.scale;

import org.jspecify.annotations.NullMarked;
