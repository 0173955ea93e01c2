import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The row of a key, by its owner, a user or an added provider: it opens in this place alone, even if rows are swapped. */
export type KeyPlace = { readonly userId: string; readonly provider: string }

/** Encrypts and decrypts users' own keys. */
export type KeySeal = {
  seal(key: string, place: KeyPlace): Buffer
  /** Null where the bytes were sealed under another secret, for another place, or were changed. */
  open(sealed: Uint8Array, place: KeyPlace): string | null
}

/** AES-256-GCM (NIST SP 800-38D): 12 bytes of nonce, 16 of tag, then the text. */
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const placeBytes = ({ userId, provider }: KeyPlace) => Buffer.from(`${userId}:${provider}`)

/** @param secret The server's; the key is derived from it (HKDF-SHA-256), so that nothing else is sealed with the same one. */
export function createKeySeal(secret: string): KeySeal {
  const sealKey = Buffer.from(hkdfSync('sha256', secret, '', 'espalier model keys', 32))
  return {
    seal(key, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, sealKey, nonce).setAAD(placeBytes(place))
      const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(sealed, place) {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      try {
        const cipher = createDecipheriv(algorithm, sealKey, nonce, { authTagLength: tagBytes })
          .setAAD(placeBytes(place))
          .setAuthTag(tag)
        return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + tagBytes)), cipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
