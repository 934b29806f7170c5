@NullMarked
package org.speedwell.demo.maintained;

import org.jspecify.annotations.NullMarked;
