import { sign, X509Certificate } from 'node:crypto'
import { encode } from 'cborg'
import type { SigningIdentity } from './signing-identity.ts'

// RFC 9052 and 9360: the labels of the algorithm and of the chain of certificates, ES256, and the tag of COSE_Sign1.
const algorithmLabel = 1
const chainLabel = 33
const es256 = -7
const tag = 0xd2

/** Whether a certificate (DER) is a trust anchor, which verifiers take from their own lists (C2PA Technical Specification 2.2, 14.5). */
function isRoot(certificate: Uint8Array): boolean {
  const read = new X509Certificate(certificate)
  return read.checkIssued(read)
}

/**
 * Signs claims as COSE_Sign1 with a detached payload (RFC 9052, 4.2), as C2PA requires. Every signature of one identity
 * has the same length.
 */
export function createCoseSign1({ privateKey, certificates }: SigningIdentity): (payload: Uint8Array) => Uint8Array {
  const sent = certificates.filter((certificate, index) => index === 0 || !isRoot(certificate))
  const chain = sent.length === 1 ? sent[0] : sent
  const header = encode(
    new Map<number, unknown>([
      [algorithmLabel, es256],
      [chainLabel, chain],
    ]),
  )
  return (payload) => {
    const signed = encode(['Signature1', header, new Uint8Array(), payload])
    const signature = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return Uint8Array.from([tag, ...encode([header, new Map(), null, new Uint8Array(signature)])])
  }
}
