import { asUserId, type UserId } from '#domain/account/user-id.ts'
import type { KeySeal } from '#server/models/seal-key.ts'
import { type PictureFormat, pictureFormats } from './images-request.ts'

/** The route of links: an owner, and what is sealed for them. */
export const linkRoute = '/v1/links/:owner/:sealed'

/** Links work for an hour, as those of OpenAI do. */
const linkMs = 3_600_000

/** The purpose that links are sealed for: they open nothing else, and nothing else opens as a link. */
const purpose = 'image link'
const uuid = /^[\da-f-]{36}$/

type Linked = { readonly imageId: string; readonly format: PictureFormat; readonly tokenId: string }

/** Creates the address of one image, which needs no token. It works for an hour, and no longer than the token that asked for it. */
export function linkTo(
  { address, seal, userId }: { readonly address: string; readonly seal: KeySeal; readonly userId: UserId },
  { imageId, format, tokenId }: Linked,
): string {
  const sealed = seal.seal(`${imageId} ${format} ${tokenId} ${Date.now() + linkMs}`, { userId, provider: purpose })
  return `${address}/v1/links/${userId}/${sealed.toString('base64url')}`
}

/** Reads what a link leads to; null where it is no link of ours, was changed, or is too old. Its token may have ended meanwhile. */
export function openLink(seal: KeySeal, owner: string, sealed: string): (Linked & { readonly userId: UserId }) | null {
  const text = seal.open(Buffer.from(sealed, 'base64url'), { userId: owner, provider: purpose })
  const [imageId = '', written, tokenId = '', end] = (text ?? '').split(' ')
  const format = pictureFormats.find((each) => each === written)
  if (!uuid.test(imageId) || !uuid.test(tokenId) || !format || !(Number(end) > Date.now())) return null
  return { userId: asUserId(owner), imageId, format, tokenId }
}
