package dev.oddity.samples.visitor;

/** Something that the app wants of the phone, with what came of it at once; null where that is told later. */
interface Wish {
    String carryOut() throws Exception;
}
