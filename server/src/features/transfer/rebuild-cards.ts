import { readFile, stat } from 'node:fs/promises'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { type CardFileRecord, projectFileFormat, projectFileVersion } from '#contract/board/project-file.ts'
import {
  type PictureRecord,
  pictureRecord,
  type RebuildScope,
  type RecordedStep,
} from '#contract/cards/picture-record.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { noEditRecord } from '#domain/edit/edit-record.ts'
import { imageSeed } from '#domain/generation/seed.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { cardRect } from '#domain/layout/card.ts'
import { placeBranch } from '#domain/layout/place-branch.ts'
import { placeRoot } from '#domain/layout/place-root.ts'
import { pixelSize } from '#domain/models/aspect-ratio.ts'
import { sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { failure, success } from '#domain/result.ts'
import { selectGenerations } from '#server/cards/generation-rows.ts'
import { type AsyncResult, invalidFile, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { Money } from '#server/models/money.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { appendEvents } from '../../events/append-events.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { type RefusedPicture, withCleanPicture } from '../../pictures/clean-picture.ts'
import type { Picture } from '../../pictures/inspect-picture.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import { readRecord } from '../../pictures/picture-record.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { abandonedAfterSeconds, markUnused } from '../files/unused-files.ts'
import { spaceOf } from '../generations/place-generation.ts'
import { claimKey, findEarlier, type IdempotentRequest, keepDetail } from '../idempotency.ts'
import { findFileRecord } from '../images/find-file-record.ts'
import { cardRefusal, type PersonLimits } from '../limits/person-limits.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { projectChanged } from '../projects/project-changed.ts'
import { recordOfCopy, sourcesOfCards, storeCopy } from './copied-picture.ts'
import { idsFor, type PreparedProject, writeCards } from './write-project.ts'

export type RebuildDeps = {
  readonly db: UserDatabase
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  readonly registry: ModelRegistry
  readonly money: Money
  readonly limits: PersonLimits
  newId(): string
}

/** Reads our own record of a picture, in it or in the row of the user's image with this file; null where there is none. */
async function recordOf(
  { db }: RebuildDeps,
  { userId, path, sha256, work: { admit } }: Pick<RebuildInput, 'userId' | 'path' | 'sha256' | 'work'>,
): Promise<PictureRecord | null | 'no-picture'> {
  const { size } = await stat(path)
  return admit(size, async () => {
    const bytes = await readFile(path)
    if (!sniffPicture(bytes.subarray(0, sniffedBytes))) return 'no-picture'
    const found = await readRecord(bytes).catch(() => null)
    const parsed = pictureRecord.safeParse(found)
    return parsed.success ? parsed.data : findFileRecord(db, userId, sha256)
  })
}

/** Maps a refused picture: a damaged one counts as unreadable; the other refusals are kept. */
const refusedPicture = ({ code, message }: RefusedPicture): Refusal =>
  code === 'invalid' ? invalidFile('This picture can not be read.') : { code, message }

type Rebuilding = {
  readonly steps: readonly RecordedStep[]
  readonly picture: Picture
  readonly now: Date
  newId(): string
}

/** Cards in a chain, each the parent of the next. Only the last has a picture; the others can be run. */
function cardsOf(
  { steps, picture, now, newId }: Rebuilding,
  modelValue: (model: string | null) => string | null,
): CardFileRecord[] {
  const cards: CardFileRecord[] = []
  for (const [place, step] of steps.entries()) {
    const parent = cards.at(-1)
    const { aspectRatio, resolution, rawMode, controls } = step.settings
    // A millisecond apart, so that their order is kept.
    const createdAt = new Date(now.getTime() + place).toISOString()
    const isLast = place === steps.length - 1
    cards.push({
      id: newId(),
      parentGenerationId: parent?.id ?? null,
      parentImageId: parent?.images[0]?.id ?? null,
      branchKind: parent ? step.branchKind : null,
      prompt: step.prompt,
      edit: step.edit && { asked: step.edit, record: noEditRecord },
      model: modelValue(step.model),
      style: null,
      imagePrompts: [],
      styleReferences: [],
      conversationHistory: [],
      aspectRatio,
      resolution,
      rawMode,
      ...(controls && { controls }),
      seed: step.seed,
      canvasX: 0,
      canvasY: 0,
      isCollapsed: false,
      createdAt,
      images: Array.from({ length: imagesPerGeneration }, (_, orderNum) => {
        const shown = isLast && orderNum === 0
        return {
          id: newId(),
          orderNum,
          status: shown ? 'completed' : 'cancelled',
          seed: imageSeed(step.seed, orderNum),
          ...(shown ? { width: picture.width, height: picture.height } : pixelSize(aspectRatio, resolution)),
          averageColor: shown ? picture.averageColor : null,
          error: null,
          warnings: [],
          feedback: [],
          createdAt,
          file: shown ? 'picture' : null,
        }
      }),
    })
  }
  return cards
}

/** Places each card as a new branch, or as a new root, among what lies there. */
async function placed(tx: Transaction, projectId: string, cards: readonly CardFileRecord[]): Promise<CardFileRecord[]> {
  const taken = await spaceOf(tx, projectId)
  return cards.map((card) => {
    const parent = card.parentGenerationId === null ? null : taken.at(-1)
    const place = parent ? placeBranch(parent, [], taken) : placeRoot(taken)
    taken.push(cardRect({ ...place, isCollapsed: false }))
    return { ...card, canvasX: place.x, canvasY: place.y }
  })
}

async function write(
  tx: Transaction,
  deps: RebuildDeps,
  { userId, projectId, prepared }: { userId: UserId; projectId: string; prepared: PreparedProject },
): Promise<string[]> {
  const cards = await placed(tx, projectId, prepared.file.cards)
  const { ids } = prepared
  await writeCards(tx, { userId, projectId }, { ...prepared, file: { ...prepared.file, cards } })
  const made = cards.flatMap(({ id }) => ids.get(id) ?? [])
  const written = await selectGenerations({ ...deps, db: tx }, userId, inArray(generations.id, made))
  const inOrder = written.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  await appendEvents(tx, userId, [
    ...inOrder.map((generation) => ({
      name: 'generation-created' as const,
      ...generation,
      generationId: generation.id,
    })),
    await projectChanged(tx, userId, projectId),
  ])
  return made
}

export type RebuildInput = {
  readonly userId: UserId
  readonly projectId: string
  readonly path: string
  /** Of the file, as hex. */
  readonly sha256: string
  readonly scope: RebuildScope
  readonly work: OwnerWork
  readonly idempotency: IdempotentRequest | null
}

const idsOf = (detail: unknown): string[] => z.array(z.string()).parse(detail)

/**
 * Creates the card of an uploaded picture again, with the picture on it, or the whole branch that led to it: the cards above it
 * have their settings and no pictures, and can be run. The picture is re-encoded, and gets the record of its new card alone:
 * other metadata is dropped. @param input.path The path of the file; only our own record is read of it. @returns The ids of the
 * new cards, the root first.
 */
export async function rebuildCards(deps: RebuildDeps, input: RebuildInput): AsyncResult<{ ids: string[] }> {
  const { db, registry, limits, newId } = deps
  const { userId, projectId, path, work, idempotency } = input
  const earlier = await findEarlier(db, userId, idempotency)
  if (!earlier.ok) return earlier
  if (earlier.value) return success({ ids: idsOf(earlier.value.detail) })
  const record = await recordOf(deps, input)
  if (record === 'no-picture') return failure({ code: 'unsupported-media' })
  if (!record) return failure(invalidFile('This picture does not say how it was made.'))
  const { ancestors, ...own } = record
  const steps = input.scope === 'branch' ? [...ancestors, own] : [own]
  const stored = await withCleanPicture(path, work.admit, async (clean) => {
    const { picture } = clean
    const cards = cardsOf({ steps, picture, now: new Date(), newId }, (model) =>
      model === null ? null : (registry.findFor(userId, model)?.value ?? model),
    )
    const shell = { format: projectFileFormat, version: projectFileVersion, title: '', view: null } as const
    const file = { ...shell, cards, uploads: [], frames: [], notes: [] }
    const ids = idsFor(file, newId)
    const card = cards.at(-1)
    const image = card?.images[0]
    if (!card || !image) throw new Error('A rebuilt branch has a card with an image.')
    const id = ids.get(image.id) ?? ''
    const keys = keysOfImage(id, 1)
    await markUnused(db, keys, { afterSeconds: abandonedAfterSeconds })
    const sources = sourcesOfCards(cards, registry)
    const text = { record: recordOfCopy({ card, image, ids }, registry), source: sources.get(card.id) ?? null }
    const picturesById = new Map([[image.id, await storeCopy(deps, { clean, id, text })]])
    return { file, ids, sources, pictures: picturesById, keys }
  })
  if (!stored.ok) return failure(refusedPicture(stored.error))
  return refusableTransaction<{ ids: string[] }>(db, async (tx) => {
    const ownId = newId()
    const claimed = await claimKey(tx, userId, idempotency, ownId)
    if (!claimed.ok) return claimed
    if (claimed.value !== ownId) {
      // Another request of this key was faster; the picture of this one is removed as unused.
      const first = await findEarlier(tx, userId, idempotency)
      return first.ok ? success({ ids: idsOf(first.value?.detail) }) : first
    }
    if (!(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
    const full = await cardRefusal(tx, projectId, { most: limits.cards, more: steps.length })
    if (full) return failure(full)
    const ids = await write(tx, deps, { userId, projectId, prepared: stored.value })
    await keepDetail(tx, userId, { request: idempotency, detail: ids })
    return success({ ids })
  })
}
