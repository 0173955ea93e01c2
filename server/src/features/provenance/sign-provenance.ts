import { randomUUID } from 'node:crypto'
import type { UserId } from '#domain/account/user-id.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { writeParameters } from '#domain/records/parameters-text.ts'
import { failure, success } from '#domain/result.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import type { UserDatabase } from '#server/db/database.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { type ImageFile, inTemporaryFile } from '#server/features/images/read-image-file.ts'
import { readReferences } from '#server/features/references/read-references.ts'
import { AdmissionRefused } from '#server/operations/admission.ts'
import { type DecodingRoom, readHeader, withDecodingRoom } from '#server/operations/decoding-room.ts'
import type { Log } from '#server/operations/log.ts'
import type { OwnerWork } from '#server/operations/work-limits.ts'
import type { ChainLink, ClaimedPicture, Ingredient } from '#server/pictures/credentials/credentials-task.ts'
import { hasManifest } from '#server/pictures/credentials/has-manifest.ts'
import type { PictureCredentials } from '#server/pictures/credentials/picture-credentials.ts'
import { uprightPng } from '#server/pictures/encode-as.ts'
import { pngPacket, xmpKeyword } from '#server/pictures/png-record.ts'
import { replacePngTexts } from '#server/pictures/png-texts.ts'
import { measureStored } from '#server/pictures/stored-picture.ts'
import type { Thumbnailer } from '#server/pictures/thumbnailer.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'
import type { Storage } from '#server/storage/storage.ts'
import { readDigitalSource } from './digital-source.ts'
import { type ProvenanceStep, readProvenance } from './provenance-steps.ts'

/**
 * The most pictures that are read for one download, besides the picture itself; of a longer path, the nearest ones are signed
 * along.
 */
const maxSigned = 8
const mostBytes = 40_000_000
const maxInputs = 4
/** Bytes of memory for everything that is read, its copies for the thread that signs, and the result. */
const signingBytes = 100_000_000
/** Pixels of the thumbnails that verifiers show, about 10 kB each. */
const thumbnailSize = 256

export type SignProvenanceDeps = {
  readonly db: UserDatabase
  readonly registry: ModelRegistry
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  readonly credentials: PictureCredentials
  readonly log: Log
}

type ClaimDeps = SignProvenanceDeps & { readonly thumbnails: ReadonlyMap<string, Uint8Array | null> }

/** The record of one picture in our own form. */
const recordOf = ({
  storageKey: _key,
  attempt: _attempt,
  byteSize: _size,
  references: _references,
  sourceType: _sourceType,
  action: _action,
  generationId: _generationId,
  projectId: _projectId,
  imageId: image,
  ...step
}: ProvenanceStep) => ({
  image,
  ...step,
})

/** The bytes that may still be read for this download. */
type Budget = { left: number }

/** The reference pictures; missing ones and those beyond the budget are left out. */
async function inputsOf(
  deps: SignProvenanceDeps,
  { references }: ProvenanceStep,
  budget: Budget,
): Promise<Ingredient[]> {
  const named = references.slice(0, maxInputs).map((id) => ({ id, role: 'content' as const, from: 'style' as const }))
  const pictures = await readReferences(deps, named, budget.left)
  for (const { bytes } of pictures) budget.left -= bytes.byteLength
  const kinds = await Promise.all(pictures.map(({ bytes }) => readHeader(bytes)))
  return pictures.flatMap(({ bytes }, place) => {
    const kind = kinds[place]?.format
    return kind === 'png' || kind === 'jpeg' || kind === 'webp'
      ? [{ title: 'Image prompt', mediaType: `image/${kind}` as const, bytes }]
      : []
  })
}

/**
 * Reads the thumbnails of pictures, by their ids, before memory is taken: one that is missing takes memory of its own. Left out: one for
 * which there is no room.
 */
async function readThumbnails(
  { thumbnailer }: SignProvenanceDeps,
  steps: readonly ProvenanceStep[],
): Promise<ReadonlyMap<string, Uint8Array | null>> {
  const thumbnails = new Map<string, Uint8Array | null>()
  for (const step of steps) {
    const read = thumbnailer.read(step, thumbnailSize).catch((error: unknown) => {
      if (error instanceof AdmissionRefused) return null
      throw error
    })
    thumbnails.set(step.imageId, await read)
  }
  return thumbnails
}

async function claimedOf(
  deps: ClaimDeps,
  step: ProvenanceStep,
  own: Pick<ClaimedPicture, 'bytes' | 'mediaType' | 'record'>,
  budget: Budget,
) {
  return {
    ...own,
    title: step.prompt.slice(0, 100),
    sourceType: step.sourceType,
    action: step.action,
    agent: step.model ?? '',
    thumbnail: deps.thumbnails.get(step.imageId) ?? null,
    inputs: await inputsOf(deps, step, budget),
  } as const satisfies ClaimedPicture
}

/** The ancestors that are signed along: the nearest ones, as far as the budget allows, in their order. */
async function signedAncestors(
  deps: ClaimDeps,
  steps: readonly ProvenanceStep[],
  budget: Budget,
  signal: AbortSignal | undefined,
): Promise<ChainLink[]> {
  const chain: ChainLink[] = []
  for (const step of steps.toReversed()) {
    signal?.throwIfAborted()
    if (chain.length === maxSigned || step.byteSize > budget.left) break
    const picture = await deps.storage.get(step.storageKey)
    if (!picture) break
    budget.left -= step.byteSize
    const { mediaType } = step
    if (hasManifest(picture)) {
      chain.unshift({ title: step.prompt.slice(0, 100), mediaType, bytes: picture, isSigned: true })
      continue
    }
    chain.unshift(await claimedOf(deps, step, { bytes: picture, mediaType, record: recordOf(step) }, budget))
  }
  return chain
}

/** The original as the parent of its signed download, where it has credentials of its own and the budget allows. */
function signedOriginal({ prompt, mediaType }: ProvenanceStep, original: Uint8Array, budget: Budget): ChainLink[] {
  if (!hasManifest(original) || original.byteLength > budget.left) return []
  budget.left -= original.byteLength
  return [{ title: prompt.slice(0, 100), mediaType, bytes: original, isSigned: true }]
}

/** The text for other tools. */
const parametersOf = (step: ProvenanceStep, model: string) =>
  writeParameters({
    prompt: step.prompt,
    negativePrompt: '',
    model,
    seed: step.seed,
    size: { width: step.width, height: step.height },
    others: {
      ...(step.settings.style !== null && { Style: step.settings.style }),
      ...(step.edit && { Edit: step.edit.operation }),
    },
  })

/** The picture as PNG, with the mark of its origin, our record and the text for other tools in it. */
async function describedPng(
  original: Uint8Array,
  step: ProvenanceStep,
  {
    record,
    source,
    room,
  }: { readonly record: object; readonly source: DigitalSource | null; readonly room: DecodingRoom },
): Promise<Uint8Array> {
  const png = step.mediaType === 'image/png' ? original : await uprightPng(original, room)
  return replacePngTexts(png, {
    ...(source !== null && { [xmpKeyword]: { text: pngPacket(png, source).toString(), form: 'utf-8' } as const }),
    Espalier: { text: JSON.stringify(record), form: 'utf-8' },
    ...(step.model !== null && { parameters: { text: parametersOf(step, step.model), form: 'latin-1-if-it-can' } }),
  })
}

/**
 * A picture with its provenance, as PNG: our record with that of every ancestor, the text that other tools read, and the signed
 * claims of how it and the pictures before it were made.
 */
export async function signProvenance(
  deps: SignProvenanceDeps,
  { work, ...input }: { readonly userId: UserId; readonly imageId: string; readonly work: OwnerWork },
): AsyncResult<ImageFile> {
  const steps = await readProvenance(deps, input)
  const last = steps.at(-1)
  if (!last) return failure({ code: 'not-found' })
  const hidden = await readHiddenCards(deps.db, { userId: input.userId, projectId: last.projectId })
  if (steps.some(({ generationId }) => hidden.has(generationId)))
    return failure({ code: 'conflict', message: 'Not before the race has a winner.' })
  const { storageKey: key, width, height, mediaType } = last
  const picture = await measureStored(deps.storage, { key, pixels: width * height })
  if (!picture) return failure({ code: 'not-found' })
  const use = mediaType === 'image/png' ? 'unopened' : 'whole'
  const claiming = { ...deps, thumbnails: await readThumbnails(deps, steps.slice(-1 - maxSigned)) }
  return withDecodingRoom(work.admit, { pictures: [picture], use, besides: signingBytes }, async (room) => {
    const original = await deps.storage.get(last.storageKey)
    if (!original) return failure({ code: 'not-found' })
    const before = steps.slice(0, -1)
    const record = { format: 'espalier', version: 1, ...recordOf(last), ancestors: before.map(recordOf) }
    const bytes = await describedPng(original, last, {
      record,
      source: await readDigitalSource(deps, last.imageId),
      room,
    })
    const budget = { left: mostBytes }
    const signed = signedOriginal(last, original, budget)
    const claimed = await claimedOf(claiming, last, { bytes, mediaType: 'image/png', record }, budget)
    // Of a file that is signed already nothing is claimed but that it was opened.
    const own = signed.length === 0 ? claimed : { ...claimed, sourceType: null }
    const ancestors = await signedAncestors(claiming, before, budget, work.signal)
    work.signal?.throwIfAborted()
    // The signature differs each time: no earlier tag matches.
    const about = { mediaType: 'image/png', etag: `"${randomUUID()}"` }
    try {
      return success(await inTemporaryFile(work, await deps.credentials.sign([...ancestors, ...signed, own]), about))
    } catch (error) {
      if (error instanceof AdmissionRefused) throw error
      // An old picture may be of a kind that can't be signed: then it is named in the record alone.
      deps.log.warn({ err: error }, 'a picture could not be signed together with what it was made from')
      return success(await inTemporaryFile(work, await deps.credentials.sign([own]), about))
    }
  })
}
