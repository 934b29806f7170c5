/** Holds the guide, and the examples of the Javadoc, against the code. */
@NullMarked
package org.speedwell.docs;

import org.jspecify.annotations.NullMarked;
