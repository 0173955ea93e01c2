import { eq, sql } from 'drizzle-orm'
import type { GenerationShape, RequestGenerationBody } from '#contract/cards/generation.ts'
import { noProject } from '#contract/errors.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { sizeBeyondPlan } from '#domain/credits/plan-limit.ts'
import { operationTitle } from '#domain/edit/operation.ts'
import { formatPrice } from '#domain/format.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { imageSeed } from '#domain/generation/seed.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import { failure, success } from '#domain/result.ts'
import { recentPrompts } from '#server/cards/generation-rows.ts'
import { presentGeneration } from '#server/cards/present-generation.ts'
import { presentImage } from '#server/cards/present-image.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Money } from '#server/models/money.ts'
import type { LocalTools } from '#server/providers/local/onnx/local-tools.ts'
import type { Transaction } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { projects } from '../../db/schema/projects.ts'
import { appendEvents, type NewEvent } from '../../events/append-events.ts'
import { enqueueJobs } from '../../jobs/job.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { indexPrompts } from '../assets/index-prompts.ts'
import { planOf } from '../billing/plan-of.ts'
import { creditsChanged } from '../credits/credits-changed.ts'
import { reserveFunds } from '../credits/reserve-funds.ts'
import { RawMask } from '../edits/masks.ts'
import {
  cardRefusal,
  type PersonLimits,
  projectRefusal,
  queueRefusal,
  tokenQueueRefusal,
} from '../limits/person-limits.ts'
import { projectChanged } from '../projects/project-changed.ts'
import { createWordListReader, drawPrompts, type WordListReader } from '../prompts/drawn-prompts.ts'
import { removedPurse } from '../purses/claim-purse.ts'
import { outsideRefusal, placeInside } from '../purses/purse-area.ts'
import { findPurse, pursesChanged } from '../purses/purse-rows.ts'
import { noteStep } from '../purses/purse-steps.ts'
import { placeGeneration, type WantedPlace } from './place-generation.ts'
import { namesIn, type ResolvedRequest, resolveRequest } from './resolve-request.ts'

export type InsertGenerationDeps = {
  readonly registry: ModelRegistry
  readonly money: Money
  readonly limits: PersonLimits
  readonly localTools: LocalTools
  newId(): string
  /** 0 to `maxSeed` */
  newSeed(): number
}

/** A generation to insert under this id. */
export type NewGeneration = {
  readonly id: string
  readonly userId: UserId
  readonly body: RequestGenerationBody
  /** The API token that asks for it; null: the person. */
  readonly madeBy: string | null
  /** The purse that it is made in and paid from, with or without a token; left out: none. */
  readonly purseId?: string | null
  /** The reason that a program gives; left out: none. */
  readonly why?: string | null
  /** Refused where all images together cost more, in hundredths of a credit; left out: at no price. */
  readonly maxPrice?: number
  /** The word lists that the request has read; left out: they are read. */
  readonly wordLists?: WordListReader
  /** Events of the same transaction that come first: nothing may be locked after events are appended. */
  readonly eventsBefore?: readonly NewEvent[]
}

/** The requested project, or a new one titled after the prompt. */
async function ensureProject(
  tx: Transaction,
  projectId: string | null,
  project: { id: string; userId: UserId; prompt: string },
) {
  if (projectId) {
    await tx.update(projects).set({ updatedAt: sql`now()` }).where(eq(projects.id, projectId))
    return projectId
  }
  await tx.insert(projects).values({ id: project.id, userId: project.userId, title: titleFromPrompt(project.prompt) })
  return project.id
}

/** Why the user's plan does not include the requested size; null where it does. */
async function sizeRefusal(tx: Transaction, money: Money, userId: UserId, { size, edit, model }: ResolvedRequest) {
  if (money === 'off') return null
  // A model paints an edit at its own size and is enlarged into the picture; only what it enlarges itself is large.
  if (edit && (model.isBuiltIn || edit.asked.operation !== 'upscale')) return null
  return sizeBeyondPlan(await planOf(tx, userId, money.now()), size)
}

/** Why the user's queue, projects or cards have no room for another generation; null where they have. */
async function limitRefusal(
  tx: Transaction,
  limits: PersonLimits,
  { userId, body, madeBy }: NewGeneration,
  projectId: string | null,
) {
  const waiting =
    (await queueRefusal(tx, { userId, most: limits.queued, more: body.count })) ??
    (await tokenQueueRefusal(tx, { tokenId: madeBy, most: limits.queued, more: body.count }))
  if (waiting) return waiting
  return projectId
    ? cardRefusal(tx, projectId, { most: limits.cards, more: 1 })
    : projectRefusal(tx, userId, limits.projects)
}

/** Places a card, in a purse where it is made in one. */
async function placeOf(
  tx: Transaction,
  {
    userId,
    projectId,
    purseId,
  }: { readonly userId: UserId; readonly projectId: string; readonly purseId: string | null },
  { wanted, parent, body }: WantedPlace & { readonly body: RequestGenerationBody },
): AsyncResult<Point> {
  if (purseId === null) {
    const place = await placeGeneration(tx, projectId, { wanted, parent })
    return place ? success(place) : failure(noProject)
  }
  const purse = await findPurse(tx, userId, purseId)
  if (!purse || purse.projectId !== projectId) return failure(removedPurse)
  // Locks the project: what is looked up then is not moved until the card is there.
  const place = await placeInside(tx, purse, { wanted, parent })
  if (!place.ok) return place
  const refused = await outsideRefusal(tx, purse, {
    cards: [parent?.generationId, body.modelOf].filter((card) => card != null),
    images: [...(body.imagePrompts ?? []), ...(body.styleReferences ?? [])],
  })
  return refused ? failure(refused) : place
}

/** The seed of a request, and the words that it draws from lists for each image; null where it names none. */
type Chosen = { readonly seed: number; readonly drawn: readonly string[] | null }

async function insertResolved(
  tx: Transaction,
  deps: InsertGenerationDeps,
  asked: NewGeneration,
  resolved: ResolvedRequest & Chosen,
): AsyncResult<GenerationShape> {
  const { id, userId, body, madeBy, purseId = null, why = null, maxPrice = Number.POSITIVE_INFINITY } = asked
  const { model, parent, ownKey, settings, edit, size, seed, drawn } = resolved
  const prompt = drawn?.[0] ?? body.prompt
  const share = deps.money === 'off' || ownKey ? 0 : resolved.listPrice
  const projectId = await ensureProject(tx, resolved.projectId, { id: deps.newId(), userId, prompt })
  const wanted = body.canvasX != null && body.canvasY != null ? { x: body.canvasX, y: body.canvasY } : null
  const place = await placeOf(tx, { userId, projectId, purseId }, { wanted, parent, body })
  if (!place.ok) return place
  const price = share * body.count
  if (price > maxPrice)
    return failure({
      code: 'conflict',
      message: `This costs ${formatPrice(price)} credits, more than the ${formatPrice(maxPrice)} that were allowed.`,
    })
  const imageIds = Array.from({ length: body.count }, (_, orderNum) => imageIdOf(id, orderNum))
  const reserved = await reserveFunds(tx, deps.money, {
    ...{ userId, projectId, generationId: id, imageIds, share, tokenId: madeBy, purseId },
    branchOf: parent?.generationId ?? null,
  })
  if (!reserved.ok) return reserved
  if (edit?.mask === 'raw') throw new RawMask(edit.asked.maskUploadId ?? '', userId)
  const [row] = await tx
    .insert(generations)
    .values({
      id: id,
      userId,
      projectId,
      parentGenerationId: parent?.generationId ?? null,
      parentImageId: parent?.imageId ?? null,
      branchKind: edit ? 'edit' : (body.branchKind ?? null),
      prompt: prompt === '' && edit ? operationTitle[edit.asked.operation] : prompt,
      writtenPrompt: drawn && body.prompt,
      improvedFrom: body.improvedFrom ?? null,
      references: resolved.pictures.references.length > 0 ? resolved.pictures.references : null,
      edit: edit?.asked ?? null,
      editRecord: edit?.record ?? null,
      model: model.value,
      styleId: body.style ?? null,
      style: resolved.style,
      imagePrompts: [...resolved.pictures.imagePrompts],
      styleReferences: [...resolved.pictures.styleReferences],
      conversationHistory: body.conversationHistory ?? (purseId === null ? await recentPrompts(tx, projectId) : []),
      ...settings,
      seed,
      canvasX: place.value.x,
      canvasY: place.value.y,
      price,
      madeBy,
      madeByName: reserved.value.makerName,
      purseId,
      why,
    })
    .returning()
  const images = await tx
    .insert(generatedImages)
    .values(
      imageIds.map((imageId, orderNum) => ({
        id: imageId,
        userId,
        generationId: id,
        orderNum,
        status: 'queued' as const,
        seed: imageSeed(seed, orderNum),
        prompt: drawn?.[orderNum] ?? null,
        ...size,
        warnings: [],
      })),
    )
    .returning()
  if (!row) throw new Error('An insert answers its row.')
  await indexPrompts(tx, [row])
  if (purseId !== null) {
    const kind = edit ? 'edited' : parent ? 'branched' : 'made'
    const effects = [{ kind: 'made' as const, generationId: row.id }]
    await noteStep(tx, { purseId, userId, projectId, kind, why, generationId: row.id, effects })
  }
  await enqueueJobs(
    tx,
    images.map((image) => ({
      userId,
      generationId: row.id,
      imageId: image.id,
      attempt: 1,
      provider: model.provider,
      keyOwner: ownKey ? userId : null,
      connectionId: model.connection?.id ?? null,
      madeBy,
    })),
  )
  const generation = presentGeneration(
    row,
    images.map((image) => presentImage(image, [])),
    deps.registry,
  )
  await appendEvents(tx, userId, [
    ...(asked.eventsBefore ?? []),
    { name: 'generation-created', ...generation, generationId: generation.id },
    await projectChanged(tx, userId, projectId),
    ...(reserved.value.held === 'held' ? [await creditsChanged(tx, userId)] : []),
    ...(purseId === null ? [] : await pursesChanged(tx, [purseId])),
  ])
  return success(generation)
}

/**
 * Resolves the request, checks limits and credits, and writes generation, images, jobs and events; the caller's transaction
 * commits them together, or is rolled back by a refusal.
 * @throws RawMask where all else is in order and the mask is not canonical yet: call it inside of `withMasks`.
 */
export async function insertGeneration(
  tx: Transaction,
  deps: InsertGenerationDeps,
  asked: NewGeneration,
): AsyncResult<GenerationShape> {
  const { userId, body, purseId = null } = asked
  const names = namesIn(purseId)
  const resolved = await resolveRequest({ ...deps, db: tx }, userId, { body, names })
  if (!resolved.ok) return resolved
  const full = await limitRefusal(tx, deps.limits, asked, resolved.value.projectId)
  if (full) return failure(full)
  const beyond = await sizeRefusal(tx, deps.money, asked.userId, resolved.value)
  if (beyond) return failure({ code: 'plan-limit', message: beyond })
  const seed = body.seed ?? deps.newSeed()
  const seeds = Array.from({ length: body.count }, (_, orderNum) => imageSeed(seed, orderNum))
  const wordLists = asked.wordLists ?? createWordListReader(tx, userId)
  const drawn = names === 'plain' ? success(null) : await drawPrompts(wordLists, { prompt: body.prompt, seeds })
  if (!drawn.ok) return drawn
  return insertResolved(tx, deps, asked, { ...resolved.value, seed, drawn: drawn.value })
}
