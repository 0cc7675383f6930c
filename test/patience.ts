/**
 * How long tests wait for what should happen, in ms. On a computer that is busy with other work, what takes a moment may
 * take much longer; only a test that fails waits this long.
 */
export const patience = 60_000;

/** The time limit of a test, in ms. */
export const longestTest = 5 * patience;
