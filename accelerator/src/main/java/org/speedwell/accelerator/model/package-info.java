/** Small types that both the public API and the packages below it use. They depend on nothing. */
@NullMarked
package org.speedwell.accelerator.model;

import org.jspecify.annotations.NullMarked;
