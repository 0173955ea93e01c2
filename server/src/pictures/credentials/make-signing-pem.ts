// The library below uses decorators, and needs this polyfill before it is loaded.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
/** Longer than a server runs without maintenance; no authority requires less. */
const years = 10
const dayMs = 86_400_000
/** Clocks of verifiers may be behind. */
const earlierMs = dayMs

/**
 * The key usages of a certificate that signs claims (C2PA Technical Specification 2.2, 14.5.1): C2PA's own, and that of
 * emails, which older verifiers accept.
 */
const purposes = ['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.4']

const pemOf = (kind: string, der: ArrayBuffer) =>
  `-----BEGIN ${kind}-----\n${(
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${kind}-----\n`

/**
 * Creates a key with its certificate, and the certificate of the authority that issued it: C2PA forbids
 * self-signed certificates. The authority's key is discarded, so that it can issue no other.
 */
export async function makeSigningPem(now: Date): Promise<string> {
  x509.cryptoProvider.set(crypto)
  const { subtle } = crypto
  const authority = await subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const notBefore = new Date(now.getTime() - earlierMs)
  const notAfter = new Date(now.getTime() + years * 365 * dayMs)
  const issued = { notBefore, notAfter, signingAlgorithm: algorithm }
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...issued,
    name: 'CN=Espalier installation,O=Espalier',
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  const own = await x509.X509CertificateGenerator.create({
    ...issued,
    subject: 'CN=Espalier pictures,O=Espalier',
    issuer: root.subject,
    signingKey: authority.privateKey,
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(purposes, false),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const key = await subtle.exportKey('pkcs8', keys.privateKey)
  return pemOf('PRIVATE KEY', key) + pemOf('CERTIFICATE', own.rawData) + pemOf('CERTIFICATE', root.rawData)
}
