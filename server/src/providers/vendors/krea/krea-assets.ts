import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ReadablePicture } from '#server/providers/common/input-pictures.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import type { VendorHttp } from '#server/providers/common/vendor-http.ts'
import type { ImageCall } from '#server/providers/provider.ts'

const assetSchema = z.object({ image_url: z.url().max(1_024) })

/** Addresses that are kept: those of the pictures of many requests. */
const maxAddresses = 500
/** Age up to which an address is sent again: longer than all retries of a request, shorter than a picture would be missed. */
const maxAgeMs = 15 * 60_000

/** Stores pictures at Krea, once for all the images and retries of a request. */
export type KreaAssets = {
  /** @returns The addresses of the pictures there, in their order. @throws ProviderError */
  store(pictures: readonly ReadablePicture[], call: Pick<ImageCall, 'key' | 'signal'>): Promise<readonly string[]>
  /** Forgets addresses that Krea may have deleted, so that the pictures are stored again. */
  forget(addresses: readonly string[]): void
}

/**
 * Krea's OpenAPI text limits the address of a picture to 1,024 characters, so that a picture in the request would be refused. A
 * picture is stored by POST /assets instead (docs.krea.ai/api-reference/assets), in the account of the key.
 */
export function createKreaAssets(http: VendorHttp): KreaAssets {
  const stored = new Map<string, { readonly address: string; readonly at: number }>()

  async function upload({ bytes, mediaType }: ReadablePicture, call: Pick<ImageCall, 'key' | 'signal'>) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: mediaType }), `picture.${mediaType.split('/')[1]}`)
    const reply = assetSchema.safeParse(await http.send({ ...call, method: 'POST', path: '/assets', form }))
    if (!reply.success) throw vendorFailure('Krea', 'unreadable')
    return reply.data.image_url
  }

  async function addressOf(picture: ReadablePicture, call: Pick<ImageCall, 'key' | 'signal'>): Promise<string> {
    const hash = createHash('sha256').update(call.key).update('\0').update(picture.bytes).digest('base64')
    const known = stored.get(hash)
    if (known && Date.now() - known.at < maxAgeMs) return known.address
    const address = await upload(picture, call)
    stored.delete(hash)
    stored.set(hash, { address, at: Date.now() })
    const [oldest] = stored.keys()
    if (stored.size > maxAddresses && oldest !== undefined) stored.delete(oldest)
    return address
  }

  return {
    async store(pictures, { key, signal }) {
      const addresses: string[] = []
      // One after the other: eleven pictures of 20 MB at once are 220 MB.
      for (const picture of pictures) addresses.push(await addressOf(picture, { key, signal }))
      return addresses
    },
    forget(addresses) {
      for (const [hash, { address }] of stored) if (addresses.includes(address)) stored.delete(hash)
    },
  }
}
