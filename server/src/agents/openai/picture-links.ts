import { asUserId, type UserId } from '#domain/account/user-id.ts'
import type { KeySeal } from '../../features/model-keys/seal-key.ts'
import { type PictureFormat, pictureFormats } from './images-request.ts'

/** Links work for an hour, as those of OpenAI do. */
const linkMs = 3_600_000

/** What links are sealed for: they open nothing else, and nothing else opens as a link. */
const purpose = 'image link'
const uuid = /^[\da-f-]{36}$/

type Linked = { readonly imageId: string; readonly format: PictureFormat }

/** The address of one image for an hour; it needs no token. */
export function linkTo(
  { address, seal, userId }: { readonly address: string; readonly seal: KeySeal; readonly userId: UserId },
  { imageId, format }: Linked,
): string {
  const sealed = seal.seal(`${imageId} ${format} ${Date.now() + linkMs}`, { userId, provider: purpose })
  return `${address}/v1/links/${userId}/${sealed.toString('base64url')}`
}

/** What a link leads to; null where it is no link of ours, was changed, or has ended. */
export function openLink(seal: KeySeal, owner: string, sealed: string): (Linked & { readonly userId: UserId }) | null {
  const text = seal.open(Buffer.from(sealed, 'base64url'), { userId: owner, provider: purpose })
  const [imageId = '', written, end] = (text ?? '').split(' ')
  const format = pictureFormats.find((each) => each === written)
  if (!uuid.test(imageId) || !format || !(Number(end) > Date.now())) return null
  return { userId: asUserId(owner), imageId, format }
}
