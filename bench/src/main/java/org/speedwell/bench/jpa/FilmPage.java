package org.speedwell.bench.jpa;

import java.util.List;

/**
 * A page of a list of films.
 *
 * @param all the number of films on all pages
 */
record FilmPage(List<FilmLine> films, long all) {}
