const nodeDigits = 12
const nodes = 2n ** 48n

/**
 * The id of an image of a generation: the generation's own, its last twelve hexadecimal digits raised by the image's place
 * and one. So a board of thousands need not carry the ids of its images. Images made before this rule have ids of their own.
 * @param orderNum 0-based.
 */
export function imageIdOf(generationId: string, orderNum: number): string {
  const node = BigInt(`0x${generationId.slice(-nodeDigits)}`)
  const raised = (node + BigInt(orderNum) + 1n) % nodes
  return generationId.slice(0, -nodeDigits) + raised.toString(16).padStart(nodeDigits, '0')
}
