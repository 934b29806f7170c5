/** What is done with an event where it is, one after the other, up to where it is sent. Internal. */
@NullMarked
package org.speedwell.streaming.chain;

import org.jspecify.annotations.NullMarked;
