/** Twenty million credits, in hundredths: what an integer column of the database holds, rounded down. */
export const largestCap = 2_000_000_000
