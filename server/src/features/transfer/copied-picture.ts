import type { CardFileRecord, ImageFileRecord } from '#contract/board/project-file.ts'
import { noModel } from '#domain/generation/origin.ts'
import { type DigitalSource, digitalSourceAfter } from '#domain/records/digital-source.ts'
import type { Admit } from '../../operations/admission.ts'
import { withCleanPicture } from '../../pictures/clean-picture.ts'
import { inspectPicture, NotAPicture } from '../../pictures/inspect-picture.ts'
import type { CleanPicture } from '../../pictures/picture-decoding.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { writeRecord } from '../../pictures/picture-record.ts'
import { withPixelsAlone } from '../../pictures/stored-picture.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { editInRecord } from '../edits/edit-masks.ts'
import { claimStep } from '../provenance/digital-source.ts'
import { uploadAttempt } from '../uploads/upload-files.ts'

/** The facts of a stored picture. */
export type StoredPicture = {
  readonly mediaType: string
  readonly byteSize: number
  /** Pixels, upright. */
  readonly width: number
  readonly height: number
}

/** The attempt under which copied pictures are stored: they have no second one. */
const copyAttempt = uploadAttempt

/** The storage key of the picture of a copied image or upload, by its new id. */
export const keyOfCopy = (id: string) => originalKey(id, copyAttempt)

/**
 * The record of a copied image, as it is written into its file: the settings of its card, with the new ids. What the file
 * contained before (ids, ancestors and texts of its origin) is removed. @param ids The new ids by those of the cards, images and
 * uploads.
 */
export function recordOfCopy(
  { card, image, ids }: { card: CardFileRecord; image: ImageFileRecord; ids: ReadonlyMap<string, string> },
  registry: ModelRegistry,
): Readonly<Record<string, unknown>> {
  const model = card.model === null ? undefined : registry.find(card.model)
  const known = (list: readonly string[]) => list.flatMap((id) => ids.get(id) ?? [])
  const idOf = (id: string | null) => (id === null ? null : (ids.get(id) ?? null))
  return {
    prompt: card.prompt,
    model: model?.name ?? card.model,
    ...(model ? { provider: model.provider, apiModel: model.apiModel } : {}),
    settings: {
      aspectRatio: card.aspectRatio,
      resolution: card.resolution,
      rawMode: card.rawMode,
      ...(card.controls && { controls: card.controls }),
      style: card.style && { id: card.style.id, title: card.style.title, promptFragment: card.style.promptFragment },
      imagePrompts: known(card.imagePrompts),
      styleReferences: known(card.styleReferences),
    },
    branchKind: card.branchKind,
    ...editInRecord(card.edit?.asked),
    parentImage: idOf(card.parentImageId),
    parentGeneration: idOf(card.parentGenerationId),
    image: idOf(image.id),
    generation: idOf(card.id),
    seed: image.seed,
  }
}

/** Marks of the file of a copied image: its record, and its digital source; null: it was brought in. */
export type CopyText = { readonly record: Readonly<Record<string, unknown>>; readonly source: DigitalSource | null }

/** Derives the digital source of each card's images, by the ids of the cards. */
export function sourcesOfCards(
  cards: readonly CardFileRecord[],
  registry: Pick<ModelRegistry, 'find'>,
): ReadonlyMap<string, DigitalSource | null> {
  const cardOfImage = new Map(cards.flatMap((card) => card.images.map(({ id }) => [id, card] as const)))
  const sources = new Map<string, DigitalSource | null>()
  for (const card of cards) {
    const way = new Set<CardFileRecord>()
    for (let step: CardFileRecord | undefined = card; step && !way.has(step) && !sources.has(step.id); )
      step = cardOfImage.get(way.add(step) && (step.parentImageId ?? ''))
    for (const step of [...way].toReversed()) {
      const before = sources.get(cardOfImage.get(step.parentImageId ?? '')?.id ?? '') ?? null
      const claim = {
        model: step.model ?? noModel,
        edit: step.edit?.asked ?? null,
        editRecord: step.edit?.record ?? null,
      }
      const { sourceType } = claimStep(claim, registry)
      sources.set(step.id, digitalSourceAfter(before, { sourceType, isEdit: step.edit !== null }))
    }
  }
  return sources
}

type CopyDeps = { readonly storage: Storage; readonly thumbnailer: Thumbnailer }

/** Stores a re-encoded picture with its thumbnails. @param text null: none is written, as in uploads. */
export async function storeCopy(
  { storage, thumbnailer }: CopyDeps,
  { clean, id, text }: { clean: CleanPicture; id: string; text: CopyText | null },
): Promise<StoredPicture> {
  const bytes = text ? await writeRecord(clean.bytes, text.record, text.source) : clean.bytes
  await storage.put(keyOfCopy(id), bytes)
  await thumbnailer.makeAll({ imageId: id, attempt: copyAttempt }, clean.picture.preview)
  const { mediaType, width, height } = clean.picture
  return { mediaType, byteSize: bytes.byteLength, width, height }
}

/** Re-encodes a picture of a file from outside; null where it is damaged or of another kind. */
export async function takeCopy(
  deps: CopyDeps,
  { path, id, text }: { path: string; id: string; text: CopyText | null },
  admit: Admit,
): Promise<StoredPicture | null> {
  const taken = await withCleanPicture(path, admit, (clean) => storeCopy(deps, { clean, id, text }))
  return taken.ok ? taken.value : null
}

/**
 * Copies one of our own pictures under another id, with a new record in place of the old metadata. @returns The facts of the
 * stored picture; null where the original is gone or can't be read.
 */
export function copyStored(
  { storage }: CopyDeps,
  { from, picture, id, text }: { from: string; picture: StoredPicture; id: string; text: CopyText },
  admit: Admit,
): Promise<StoredPicture | null> {
  const stored = { key: from, pixels: picture.width * picture.height }
  return withPixelsAlone({ storage, admit }, stored, async (bare, room) => {
    try {
      const bytes = await writeRecord(bare, text.record, text.source)
      const { mediaType, width, height } = await inspectPicture(bytes, room)
      await storage.put(keyOfCopy(id), bytes)
      return { mediaType, byteSize: bytes.byteLength, width, height }
    } catch (error) {
      if (error instanceof NotAPicture) return null
      throw error
    }
  })
}
