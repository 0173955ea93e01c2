/**
 * Signs pictures, and reads what is signed, with the library of the Content Authenticity Initiative, which is WebAssembly and blocks its thread.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import init, { WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm'
import { claimOf, conversionClaim, inputId, parentId } from './claim.ts'
import { createCoseSign1 } from './cose-sign1.ts'
import type {
  ChainLink,
  ClaimedPicture,
  ConvertedPicture,
  CredentialsReply,
  CredentialsResult,
  CredentialsTask,
  Ingredient,
} from './credentials-task.ts'
import { readSigningIdentity } from './signing-identity.ts'

/**
 * A blob whose bytes can be read synchronously: the library reads blobs as browser workers do, which Node's blobs do
 * not support.
 */
class BytesBlob extends Blob {
  readonly content: Uint8Array<ArrayBuffer>

  constructor(content: Uint8Array<ArrayBuffer>, type: string) {
    super([content], { type })
    this.content = content
  }

  override slice(start?: number, end?: number): Blob {
    return new BytesBlob(this.content.slice(start, end), this.type)
  }
}

/** The one method that the library calls. */
class ReaderOfBytes {
  readAsArrayBuffer(blob: BytesBlob): ArrayBuffer {
    return Uint8Array.from(blob.content).buffer
  }
}
Object.assign(globalThis, { FileReaderSync: ReaderOfBytes })

const blobOf = ({ bytes, mediaType }: Ingredient) => new BytesBlob(Uint8Array.from(bytes), mediaType)

/** Looks nothing up and creates no thumbnails: the application supplies its own. */
const settings = JSON.stringify({
  verify: { verify_trust: false, verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false },
  builder: { thumbnail: { enabled: false } },
})

const ready = readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))).then((bytes) =>
  init({ module_or_path: bytes }),
)

type Sign = (payload: Uint8Array) => Uint8Array
type Related = { readonly ingredient: Ingredient; readonly id: string; readonly relationship: 'parentOf' | 'inputTo' }

/** Signs a file with claims about it, and with the pictures that they name. */
async function signWith(
  claim: object,
  file: Ingredient & { readonly thumbnail: Uint8Array | null },
  related: readonly Related[],
  sign: Sign,
): Promise<Uint8Array> {
  const builder = WasmBuilder.fromJson(JSON.stringify(claim), settings)
  try {
    const { thumbnail } = file
    if (thumbnail) builder.setThumbnailFromBlob('image/webp', new BytesBlob(Uint8Array.from(thumbnail), 'image/webp'))
    for (const { ingredient, id, relationship } of related)
      await builder.addIngredientFromBlob(
        JSON.stringify({ title: ingredient.title, relationship, instance_id: id }),
        ingredient.mediaType,
        blobOf(ingredient),
      )
    const signer = {
      alg: 'es256',
      reserveSize: sign(new Uint8Array()).length,
      sign: async (payload: Uint8Array) => Uint8Array.from(sign(payload)),
    }
    return await builder.sign(signer, [], file.mediaType, blobOf(file))
  } finally {
    builder.free()
  }
}

const parentOf = (ingredient: Ingredient): Related => ({ ingredient, id: parentId, relationship: 'parentOf' })

function signOne(picture: ClaimedPicture, parent: Ingredient | null, sign: Sign): Promise<Uint8Array> {
  const inputs = picture.inputs.map(
    (ingredient, place): Related => ({ ingredient, id: inputId(place), relationship: 'inputTo' }),
  )
  const related = [...(parent ? [parentOf(parent)] : []), ...inputs]
  return signWith(claimOf(picture, parent ? 'parent' : 'words'), picture, related, sign)
}

function signConverted(picture: ConvertedPicture, parent: Ingredient | null, sign: Sign): Promise<Uint8Array> {
  if (!parent) throw new Error('A converted picture was made from another one.')
  return signWith(conversionClaim(picture), { ...picture, thumbnail: null }, [parentOf(parent)], sign)
}

/** Signs the first picture, then each with the signed one before it as its ingredient. */
async function signChain(pem: string, chain: readonly ChainLink[]): Promise<Uint8Array> {
  const sign = createCoseSign1(readSigningIdentity(pem))
  let before: Ingredient | null = null
  /** Pictures before a signed file, which does not name them. */
  let unnamed: readonly Ingredient[] = []
  for (const link of chain) {
    if ('isSigned' in link) {
      unnamed = before ? [...unnamed, before] : unnamed
      before = link
      continue
    }
    if ('conversions' in link) {
      before = { ...link, bytes: await signConverted(link, before, sign) }
      continue
    }
    const picture: ClaimedPicture = { ...link, inputs: [...link.inputs, ...unnamed] }
    unnamed = []
    // Its file is what it begins with: no one here knows how that was made.
    const parent: Ingredient | null = before ?? (picture.sourceType === null ? picture : null)
    before = { ...picture, bytes: await signOne(picture, parent, sign) }
  }
  if (!before) throw new Error('There is no picture to sign.')
  return before.bytes
}

/** Reads the claims of a file, as the library reports them. Throws where it has none. */
async function readClaims(mediaType: string, bytes: Uint8Array): Promise<string> {
  const reader = await WasmReader.fromBytes(mediaType, Uint8Array.from(bytes), settings)
  try {
    return reader.json()
  } finally {
    reader.free()
  }
}

async function run(task: CredentialsTask): Promise<CredentialsResult> {
  await ready
  return task.kind === 'sign' ? signChain(task.pem, task.chain) : readClaims(task.mediaType, task.bytes)
}

const port = parentPort
// One after the other: the library has a single memory.
let last: Promise<unknown> = Promise.resolve()
port?.on('message', ({ id, task }: { id: number; task: CredentialsTask }) => {
  last = last
    .then(() => run(task))
    .then(
      (result): CredentialsReply => ({ id, ok: true, result }),
      (error: unknown): CredentialsReply => ({
        id,
        ok: false,
        message: error instanceof Error ? error.message : String(error),
      }),
    )
    .then((reply) => port.postMessage(reply))
})
