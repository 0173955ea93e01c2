import { type PngChunk, pngChunks, pngHeadEnd } from './png-chunks.ts'

/** Chunks by which a PNG says what its colors are, in the order in which they count (PNG, third edition, 4.3). */
const colorTypes = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'] as const
type ColorType = (typeof colorTypes)[number]

/** The color chunks stand before the pixels; in this many bytes at the beginning, texts before them included. */
export const colorHeadBytes = 65_536

/** The color chunks before the pixels of a PNG, in their order in the file. @param bytes All of it, or its beginning. */
export function pngColorChunks(bytes: Uint8Array): (PngChunk & { readonly type: ColorType })[] {
  const found = []
  for (const chunk of pngChunks(bytes, pngHeadEnd)) {
    if (chunk.type === 'IDAT') break
    const type = colorTypes.find((each) => each === chunk.type)
    if (type) found.push({ ...chunk, type })
  }
  return found
}

/**
 * Whether a PNG describes its colors by something else than a profile: by cICP, or by gAMA and cHRM, beside which iCCP and sRGB count
 * first. @param bytes All of it, or its beginning.
 */
export function describesColors(bytes: Uint8Array): boolean {
  const types = new Set(pngColorChunks(bytes.subarray(0, colorHeadBytes)).map(({ type }) => type))
  if (types.has('cICP')) return true
  return (types.has('gAMA') || types.has('cHRM')) && !types.has('iCCP') && !types.has('sRGB')
}
