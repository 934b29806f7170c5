@NullMarked
package org.speedwell.demo.web;

import org.jspecify.annotations.NullMarked;
