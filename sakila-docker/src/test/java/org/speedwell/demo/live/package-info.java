@NullMarked
package org.speedwell.demo.live;

import org.jspecify.annotations.NullMarked;
