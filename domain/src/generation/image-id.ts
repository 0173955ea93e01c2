import { imagesPerGeneration } from './status.ts'

const nodeDigits = 12
const nodes = 2n ** 48n

/**
 * The id of an image of a generation: the generation's own, its last twelve hexadecimal digits raised by the image's place
 * and one. So a board of thousands need not carry the ids of its images. Images made before this rule have ids of their own.
 * @param orderNum 0-based.
 */
export const imageIdOf = (generationId: string, orderNum: number) => raised(generationId, BigInt(orderNum) + 1n)

/** The generations whose image this may be, if its id follows the rule. */
export const possibleGenerationIds = (imageId: string) =>
  Array.from({ length: imagesPerGeneration }, (_, orderNum) => raised(imageId, -BigInt(orderNum) - 1n))

function raised(id: string, by: bigint): string {
  const node = BigInt(`0x${id.slice(-nodeDigits)}`)
  return id.slice(0, -nodeDigits) + ((node + by + nodes) % nodes).toString(16).padStart(nodeDigits, '0')
}
