import { eq, inArray } from 'drizzle-orm'
import { type PictureRecord, pictureRecord, type RebuildScope, type RecordedStep } from '#contract/picture-record.ts'
import type { CardFileRecord } from '#contract/project-file.ts'
import { imageSeed } from '#domain/generation/seed.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import { placeBranch } from '#domain/layout/place-branch.ts'
import { placeRoot } from '#domain/layout/place-root.ts'
import { pixelSize } from '#domain/models/aspect-ratio.ts'
import { sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { failure, success } from '#domain/result.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { appendEvents } from '../../events/append-events.ts'
import { inspectPicture, NotAPicture, type Picture } from '../../pictures/inspect-picture.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import { readRecord } from '../../pictures/picture-record.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { markUnused } from '../files/unused-files.ts'
import { selectGenerations } from '../generations/generation-rows.ts'
import { cardRefusal, type PersonLimits } from '../limits/person-limits.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { projectChanged } from '../projects/project-changed.ts'
import { type Refusable, type Refusal, refusableTransaction } from '../refusal.ts'
import { idsFor, keyOfNew, type PreparedProject, writeCards } from './write-project.ts'

/** A server that dies in between leaves a file; it goes after this. */
const abandonedAfterSeconds = 3_600

export type RebuildDeps = {
  readonly db: Database
  readonly storage: Storage
  readonly registry: ModelRegistry
  readonly limits: PersonLimits
  newId(): string
}

const invalid = (message: string): Refusal => ({
  code: 'invalid',
  message,
  data: { issues: [{ path: ['file'], message }] },
})

/** What our own record in a picture says; null where there is none that can be read. */
async function recordIn(bytes: Uint8Array): Promise<PictureRecord | null> {
  const found = await readRecord(bytes).catch(() => null)
  const parsed = pictureRecord.safeParse(found)
  return parsed.success ? parsed.data : null
}

type Rebuilding = {
  readonly steps: readonly RecordedStep[]
  readonly picture: Picture
  readonly now: Date
  newId(): string
}

/** Cards one after the other, each from the one before. Only the last has a picture; the others can be run. */
function cardsOf({ steps, picture, now, newId }: Rebuilding, modelValue: (model: string) => string): CardFileRecord[] {
  const cards: CardFileRecord[] = []
  for (const [place, step] of steps.entries()) {
    const parent = cards.at(-1)
    const { aspectRatio, resolution, rawMode } = step.settings
    // A moment apart, so that their order is kept.
    const createdAt = new Date(now.getTime() + place).toISOString()
    const isLast = place === steps.length - 1
    cards.push({
      id: newId(),
      parentGenerationId: parent?.id ?? null,
      parentImageId: parent?.images[0]?.id ?? null,
      branchKind: parent ? step.branchKind : null,
      prompt: step.prompt,
      model: modelValue(step.model),
      style: null,
      imagePrompts: [],
      styleReferences: [],
      conversationHistory: [],
      aspectRatio,
      resolution,
      rawMode,
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

/** Each at the place of a new branch, or of a new root, among what lies there already. */
async function placed(tx: Transaction, projectId: string, cards: readonly CardFileRecord[]): Promise<CardFileRecord[]> {
  const rows = await tx
    .select({ x: generations.canvasX, y: generations.canvasY, isCollapsed: generations.isCollapsed })
    .from(generations)
    .where(eq(generations.projectId, projectId))
  const taken: CardPlace[] = [...rows]
  return cards.map((card) => {
    const parent = card.parentGenerationId === null ? null : taken.at(-1)
    const place = parent ? placeBranch(parent, [], taken) : placeRoot(taken)
    taken.push({ ...place, isCollapsed: false })
    return { ...card, canvasX: place.x, canvasY: place.y }
  })
}

async function write(
  tx: Transaction,
  deps: RebuildDeps,
  { userId, projectId, prepared }: { userId: string; projectId: string; prepared: PreparedProject },
): Promise<string[]> {
  const cards = await placed(tx, projectId, prepared.file.cards)
  const { ids } = prepared
  await writeCards(tx, { userId, projectId }, { ...prepared, file: { ...prepared.file, cards } })
  const made = cards.flatMap(({ id }) => ids.get(id) ?? [])
  const written = await selectGenerations(tx, deps.registry, inArray(generations.id, made))
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

/**
 * Makes the card of a picture again that was brought along, with the picture on it, or the whole branch that led to it: the
 * cards above it have their settings and no pictures, and can be run.
 * @param input.bytes The file. Only our own record is read here.
 * @returns The ids of the new cards, the root first.
 */
export async function rebuildCards(
  deps: RebuildDeps,
  input: { readonly userId: string; readonly projectId: string; readonly bytes: Buffer; readonly scope: RebuildScope },
): Refusable<{ ids: string[] }> {
  const { db, storage, registry, limits, newId } = deps
  const { userId, projectId, bytes } = input
  if (!sniffPicture(bytes.subarray(0, sniffedBytes))) return failure({ code: 'unsupported-media' })
  const record = await recordIn(bytes)
  if (!record) return failure(invalid('This picture does not say how it was made.'))
  const picture = await inspectPicture(bytes).catch((error: unknown) => {
    if (error instanceof NotAPicture) return null
    throw error
  })
  if (!picture) return failure(invalid('This picture can not be read.'))
  const { ancestors, ...own } = record
  const steps = input.scope === 'branch' ? [...ancestors, own] : [own]
  const cards = cardsOf({ steps, picture, now: new Date(), newId }, (model) => registry.find(model)?.value ?? model)
  const file = { format: 'espalier-project' as const, version: 1 as const, title: '', view: null, cards, uploads: [] }
  const ids = idsFor(file, newId)
  const shownId = cards.at(-1)?.images[0]?.id ?? ''
  const storedId = ids.get(shownId) ?? ''
  const keys = keysOfImage(storedId, 1)
  await markUnused(db, keys, { afterSeconds: abandonedAfterSeconds })
  await storage.put(keyOfNew(storedId), bytes)
  const { mediaType, width, height } = picture
  const pictures = new Map([[shownId, { mediaType, byteSize: bytes.byteLength, width, height }]])
  return refusableTransaction<{ ids: string[] }>(db, async (tx) => {
    if (!(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
    const full = await cardRefusal(tx, projectId, limits.cards - steps.length + 1)
    if (full) return failure(full)
    return success({ ids: await write(tx, deps, { userId, projectId, prepared: { file, ids, pictures, keys } }) })
  })
}
