/** What generated code needs when it runs. */
@NullMarked
package org.speedwell.generator.runtime;

import org.jspecify.annotations.NullMarked;
