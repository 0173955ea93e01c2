/** Seeds are whole numbers from 0 to this: what a signed 32-bit integer holds, which every provider takes. */
export const largestSeed = 2_147_483_647

/** Each image of a generation has a seed of its own: the generation's, and the next ones; after the largest comes 0. */
export const imageSeed = (generationSeed: number, orderNum: number) => (generationSeed + orderNum) % (largestSeed + 1)
