/** Credits of a dollar: 1 credit is 3.33 cents. */
const creditsPerDollar = 30

/** The least amount of a price: a vendor's fraction of a cent is never rounded to nothing. Hundredths of a credit. */
const minPrice = 1

/**
 * Converts a cost in US dollars to a price in hundredths of a credit, rounded up: nothing is sold below its cost. A cost of 0 is free.
 * The product is rounded to a millionth first, as 0.035 × 3,000 is more than 105 in binary.
 */
export const priceOfDollars = (usd: number): number =>
  usd <= 0 ? 0 : Math.max(minPrice, Math.ceil(Math.round(usd * creditsPerDollar * 100 * 1e6) / 1e6))

/** Converts a price in hundredths of a credit to US dollars. */
export const dollarsOfPrice = (hundredths: number): number => hundredths / 100 / creditsPerDollar
