/** Seeds are whole numbers from 0 to this: a signed 32-bit integer, which every provider accepts. */
export const maxSeed = 2_147_483_647

/** The seeds of a generation's images: its own and the next ones; after the largest comes 0. */
export const imageSeed = (generationSeed: number, orderNum: number) => (generationSeed + orderNum) % (maxSeed + 1)
