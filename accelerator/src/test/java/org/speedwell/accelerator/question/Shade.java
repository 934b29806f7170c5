package org.speedwell.accelerator.question;

/** The enum of an enum column of the questions. */
public enum Shade {
    BLACK,
    GREY,
    WHITE
}
