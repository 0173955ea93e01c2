import { sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'

const dataUriHead = /^data:[^,]*,/i

/** The bytes of base64 text, with or without the head of a data URI (RFC 2397). */
export const bytesOfBase64 = (text: string): Buffer => Buffer.from(text.replace(dataUriHead, ''), 'base64')

/** Decodes a picture in a data URI or in base64; null where the text is an address or anything else. */
export function inlinePicture(text: string): Buffer | null {
  if (dataUriHead.test(text)) return bytesOfBase64(text)
  if (text.length < 2 * sniffedBytes || !/^[\w+/-]/.test(text) || text.includes(':')) return null
  const bytes = bytesOfBase64(text)
  return sniffPicture(bytes.subarray(0, sniffedBytes)) === null ? null : bytes
}

/**
 * The bytes of a picture that a vendor returns in one field: base64, a data URI, or an address. @param fetchFrom Fetches an http
 * or https address.
 */
export async function pictureFrom(text: string, fetchFrom: (url: string) => Promise<Uint8Array>): Promise<Uint8Array> {
  return /^https?:/i.test(text) ? fetchFrom(text) : bytesOfBase64(text)
}
