@NullMarked
package org.speedwell.demo.shop;

import org.jspecify.annotations.NullMarked;
