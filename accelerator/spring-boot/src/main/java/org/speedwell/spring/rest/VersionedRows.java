package org.speedwell.spring.rest;

/**
 * The result of a watched query in one version.
 *
 * @param version the number of the version
 */
record VersionedRows(long version, JsonRows rows) {}
