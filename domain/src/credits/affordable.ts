import { imagesPerGeneration } from '../generation/status.ts'

/** Whether a Go in some size is affordable. @param prices For one image by its size. All in hundredths of a credit. */
export const canAfford = (prices: Readonly<Record<string, number>>, available: number): boolean =>
  Math.min(...Object.values(prices)) * imagesPerGeneration <= available
