import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The identity that signs pictures: a key and its certificate chain, its own certificate first (DER). */
export type SigningIdentity = { readonly privateKey: KeyObject; readonly certificates: readonly Uint8Array[] }

const keyBlock = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/
const certificateBlocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Reads a key and its certificates from PEM blocks.
 * @throws Error of one line where something is missing, or the key is not on the curve P-256.
 */
export function readSigningIdentity(pem: string): SigningIdentity {
  const key = keyBlock.exec(pem)?.[0]
  const certificates = [...pem.matchAll(certificateBlocks)].map(([block]) => new X509Certificate(block))
  const [own] = certificates
  if (!key || !own) throw new Error('A private key (PKCS #8) and at least one certificate must be there, as PEM.')
  const privateKey = createPrivateKey(key)
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('The key must be on the curve P-256, for ES256.')
  if (!own.checkPrivateKey(privateKey)) throw new Error('The first certificate must be that of the key.')
  return { privateKey, certificates: certificates.map(({ raw }) => new Uint8Array(raw)) }
}

/**
 * Reads the identity in the data folder; creates it on the first start, readable for its owner alone. Two concurrent
 * first starts agree on one.
 */
export async function readOrMakeSigningPem(dataDir: string): Promise<string> {
  const path = join(dataDir, 'signing.pem')
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (known !== null) return known
  const { makeSigningPem } = await import('./make-signing-pem.ts')
  await mkdir(dataDir, { recursive: true })
  const draft = join(dataDir, `signing.${process.pid}`)
  await writeFile(draft, await makeSigningPem(new Date()), { mode: 0o600 })
  // A hard link fails where the file exists already, and is complete where it succeeds.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readFile(path, 'utf8')
}
