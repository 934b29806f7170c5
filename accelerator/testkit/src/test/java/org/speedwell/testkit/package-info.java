@NullMarked
package org.speedwell.testkit;

import org.jspecify.annotations.NullMarked;
