@NullMarked
package org.speedwell.init;

import org.jspecify.annotations.NullMarked;
