/** The shop: its queries, the two applications that answer them, and what was measured. Knows no terminal and no web. */
@NullMarked
package org.speedwell.demo.shop;

import org.jspecify.annotations.NullMarked;
