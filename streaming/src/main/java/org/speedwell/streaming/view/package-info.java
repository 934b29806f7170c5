/** Results as columns, for streams to query. */
@NullMarked
package org.speedwell.streaming.view;

import org.jspecify.annotations.NullMarked;
