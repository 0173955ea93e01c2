import { z } from 'zod'

/** Where a page of assets ends: the place of its last image in the order newest first, then by id. */
export type AssetCursor = { readonly createdAt: string; readonly imageId: string }

const shape = z.tuple([z.iso.datetime(), z.uuid()])

/** Encodes the cursor as opaque text. */
export const writeCursor = ({ createdAt, imageId }: AssetCursor) =>
  Buffer.from(JSON.stringify([createdAt, imageId])).toString('base64url')

/** What `writeCursor` wrote; null for anything else. */
export function readCursor(text: string): AssetCursor | null {
  try {
    const [createdAt, imageId] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { createdAt, imageId }
  } catch {
    return null
  }
}
