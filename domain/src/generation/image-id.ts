import { imagesPerGeneration } from './status.ts'

/** The hexadecimal digits at the end of an id in which a generation and its images differ. */
export const nodeDigits = 12
/** The numbers that they write. Exact in a double, which is many times faster than a big integer. */
export const nodes = 2 ** 48

/**
 * The id of an image of a generation: the generation's own, its last twelve hexadecimal digits plus the image's index
 * and one. So a board of thousands need not contain the ids of its images. Images from before this rule have ids of
 * their own.
 * @param orderNum 0-based.
 */
export const imageIdOf = (generationId: string, orderNum: number) => raised(generationId, orderNum + 1)

/** The possible generations of an image whose id follows the rule. */
export const possibleGenerationIds = (imageId: string) =>
  Array.from({ length: imagesPerGeneration }, (_, orderNum) => raised(imageId, -orderNum - 1))

function raised(id: string, by: number): string {
  const node = Number.parseInt(id.slice(-nodeDigits), 16)
  return id.slice(0, -nodeDigits) + ((node + by + nodes) % nodes).toString(16).padStart(nodeDigits, '0')
}

/**
 * The index of an image whose id follows from its generation's; null where it does not.
 * @returns 0 to 15: no generation has more images.
 */
export function orderNumOf(generationId: string, imageId: string): number | null {
  if (imageId.slice(0, -nodeDigits) !== generationId.slice(0, -nodeDigits)) return null
  const nodeOf = (id: string) => Number.parseInt(id.slice(-nodeDigits), 16)
  const orderNum = (nodeOf(imageId) - nodeOf(generationId) - 1 + nodes) % nodes
  return orderNum < 16 ? orderNum : null
}
