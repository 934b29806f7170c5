@NullMarked
package org.speedwell.demo;

import org.jspecify.annotations.NullMarked;
