const nodeDigits = 12
/** Exact in a double, which is many times faster than a big integer. */
const nodes = 2 ** 48

/**
 * The id of an image of a generation: the generation's own, its last twelve hexadecimal digits raised by the image's place
 * and one. So a board of thousands need not carry the ids of its images. Images made before this rule have ids of their own.
 * @param orderNum 0-based.
 */
export function imageIdOf(generationId: string, orderNum: number): string {
  const node = Number.parseInt(generationId.slice(-nodeDigits), 16)
  const raised = (node + orderNum + 1) % nodes
  return generationId.slice(0, -nodeDigits) + raised.toString(16).padStart(nodeDigits, '0')
}

/**
 * The place of an image whose id follows from its generation's; null where it does not.
 * @returns 0 to 15: no generation has more images.
 */
export function orderNumOf(generationId: string, imageId: string): number | null {
  const nodeOf = (id: string) => Number.parseInt(id.slice(-nodeDigits), 16)
  const orderNum = (nodeOf(imageId) - nodeOf(generationId) - 1 + nodes) % nodes
  return orderNum < 16 && imageIdOf(generationId, orderNum) === imageId ? orderNum : null
}
