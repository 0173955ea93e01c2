/** Twenty million credits, in hundredths: the range of an integer column of the database, rounded down. */
export const maxCap = 2_000_000_000
