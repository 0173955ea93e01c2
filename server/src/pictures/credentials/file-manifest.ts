import { createHash } from 'node:crypto'
import { encode } from 'cborg'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { digitalSourceTypes } from '#domain/records/xmp-packet.ts'

/** The end of each type of a box in a manifest store, after its four letters (C2PA Technical Specification 2.2, 11.1.4). */
const typeEnd = Buffer.from('00110010800000aa00389b71', 'hex')
/** A description that can be requested and has a label (ISO 19566-5, table A.2). */
const toggles = Buffer.from([0x03])

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.reduce((sum, { length }) => sum + length, head.length))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
/** A box of boxes with a label (ISO 19566-5, JUMBF). */
const labelled = (kind: string, label: string, ...content: readonly Uint8Array[]) =>
  box('jumb', box('jumd', Buffer.from(kind), typeEnd, toggles, Buffer.from(`${label}\0`)), ...content)
const assertion = (label: string, content: unknown) => ({
  label,
  bytes: labelled('cbor', label, box('cbor', encode(content))),
})

type Assertion = ReturnType<typeof assertion>

/** A reference to an assertion: its box is hashed without its own head (C2PA Technical Specification 2.2, 8.4.2.3). */
const referenceTo = ({ label, bytes }: Assertion) => ({
  url: `self#jumbf=c2pa.assertions/${label}`,
  hash: sha256(bytes.subarray(8)),
})

/** An identifier made of what is signed, as a random UUID has it (RFC 9562, 5.4): the same file has the same manifest. */
function identifierOf(...parts: readonly Uint8Array[]): string {
  const bytes = Buffer.from(sha256(...parts).subarray(0, 16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The terms of a picture that begins with itself; every other one began with another picture. */
const begun: ReadonlySet<DigitalSource> = new Set(['trainedAlgorithmicMedia', 'algorithmicMedia'])

/** The actions, and the picture that an edit began with, of which nothing is said (C2PA Technical Specification 2.2, 18.15). */
function assertionsOf(source: DigitalSource): Assertion[] {
  const digitalSourceType = digitalSourceTypes + source
  if (begun.has(source))
    return [assertion('c2pa.actions.v2', { actions: [{ action: 'c2pa.created', digitalSourceType }] })]
  const before = assertion('c2pa.ingredient.v3', { relationship: 'parentOf' })
  const opened = { action: 'c2pa.opened', parameters: { ingredients: [referenceTo(before)] } }
  return [before, assertion('c2pa.actions.v2', { actions: [opened, { action: 'c2pa.edited', digitalSourceType }] })]
}

export type FileManifest = {
  readonly source: DigitalSource
  /** SHA-256 of the file as it will be, without the bytes that the manifest takes. */
  readonly digest: Uint8Array
  /** The bytes of the file that the manifest takes, with the frame of its format. */
  readonly place: { readonly start: number; readonly length: number }
  /** Zeros that make the store longer. */
  readonly padBytes: number
  /** Signs a claim (COSE_Sign1). */
  sign(payload: Uint8Array): Uint8Array
}

/**
 * Writes the manifest store of a file that says of it where it comes from, and nothing of how it was made: no prompt, no model, no
 * account, no time (C2PA Technical Specification 2.2, chapters 10 to 13 and 15). The same file has the same claims, whenever they are made.
 */
export function writeFileManifest({ source, digest, place, padBytes, sign }: FileManifest): Buffer {
  const id = identifierOf(Buffer.from(source), digest)
  const label = `urn:c2pa:${id}`
  const data = assertion('c2pa.hash.data', {
    exclusions: [place],
    name: 'jumbf manifest',
    alg: 'sha256',
    hash: digest,
    pad: new Uint8Array(padBytes),
  })
  const assertions = [...assertionsOf(source), data]
  const claim = encode({
    instanceID: `xmp:iid:${id}`,
    claim_generator_info: { name: 'Espalier' },
    signature: `self#jumbf=/c2pa/${label}/c2pa.signature`,
    created_assertions: assertions.map(referenceTo),
    alg: 'sha256',
  })
  return labelled(
    'c2pa',
    'c2pa',
    labelled(
      'c2ma',
      label,
      labelled('c2as', 'c2pa.assertions', ...assertions.map(({ bytes }) => bytes)),
      labelled('c2cl', 'c2pa.claim.v2', box('cbor', claim)),
      labelled('c2cs', 'c2pa.signature', box('cbor', sign(claim))),
    ),
  )
}
