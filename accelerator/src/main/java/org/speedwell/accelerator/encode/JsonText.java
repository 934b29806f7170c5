package org.speedwell.accelerator.encode;

/**
 * A value that is JSON. An encoder of JSON writes it as it is, and an encoder of CSV writes it as a text.
 *
 * @param json one JSON value
 */
public record JsonText(String json) {}
