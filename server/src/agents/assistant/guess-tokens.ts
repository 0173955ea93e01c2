import { guessedTokens } from '#domain/agents/assistant-run.ts'
import { readHeader } from '../../operations/decoding-room.ts'

/** Pixels of a picture that take a token: https://docs.claude.com/en/docs/build-with-claude/vision. */
const pixelsPerToken = 750
/** Those of the largest picture for a model, for one that can't be read. */
const maxPixels = 1_024 * 1_024

/** The bytes of a part that shows a picture, in any form of the AI SDK; null for any other value. */
function pictureOf(value: unknown): Uint8Array | null {
  if (value === null || typeof value !== 'object' || !('mediaType' in value) || !('data' in value)) return null
  const { mediaType, data: given } = value
  if (typeof mediaType !== 'string' || !mediaType.startsWith('image/')) return null
  const data = given !== null && typeof given === 'object' && 'data' in given ? given.data : given
  if (data instanceof Uint8Array) return data
  return typeof data === 'string' ? Buffer.from(data, 'base64') : null
}

/** Guesses the tokens of messages where no server counts them: pictures by their pixels, the rest by its characters. */
export async function guessMessageTokens(messages: readonly unknown[]): Promise<number> {
  const pictures: Uint8Array[] = []
  const text = JSON.stringify(messages, (_, value: unknown) => {
    const picture = pictureOf(value)
    if (picture) pictures.push(picture)
    return picture ? '' : value
  })
  let tokens = guessedTokens(text.length)
  for (const picture of pictures) {
    const header = await readHeader(picture).catch(() => null)
    tokens += Math.ceil((header ? header.width * header.height : maxPixels) / pixelsPerToken)
  }
  return tokens
}
