import type { RequestGenerationBody } from '#contract/cards/generation.ts'
import type { RequestSeriesBody, SeriesShape, StepBody } from '#contract/cards/series.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { formatPrice } from '#domain/format.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { failure, success } from '#domain/result.ts'
import { movedAsOne } from '#domain/series/moved-as-one.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import { withoutModel } from '#server/cards/hide-models.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import { series, seriesSteps } from '../../db/schema/series.ts'
import { appendEvents } from '../../events/append-events.ts'
import { keepAccount } from '../account/lock-account.ts'
import { claimFunds } from '../credits/reserve-funds.ts'
import { withMasks } from '../edits/masks.ts'
import { type InsertGenerationDeps, insertGeneration } from '../generations/insert-generation.ts'
import { spaceOf } from '../generations/place-generation.ts'
import type { RequestGenerationDeps } from '../generations/request-generation.ts'
import { type ResolvedRequest, resolveRequest } from '../generations/resolve-request.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import { lockProject } from '../projects/lock-project.ts'
import { createWordListReader, drawPrompts, type WordListReader } from '../prompts/drawn-prompts.ts'
import { findSeries, seriesChanged } from './series-rows.ts'

type RequestSeriesInput = {
  readonly userId: UserId
  readonly body: RequestSeriesBody
  readonly idempotency: IdempotentRequest | null
  /** The API token that asks for it; null: the person. */
  readonly madeBy: string | null
}

/** The request of a step, as if it had been sent alone. */
export const generationBody = (
  { dependsOn: _step, parentImagePlace: _place, repeats: _card, ...asked }: StepBody,
  projectId: string | null,
): RequestGenerationBody => ({
  ...asked,
  // Steps that an earlier release stored have no count.
  count: asked.count ?? imagesPerGeneration,
  projectId,
})

/** Resolves and checks one step before anything is created. */
export async function resolveStep(
  deps: InsertGenerationDeps & { db: Transaction },
  input: { userId: UserId; step: StepBody; projectId: string | null; wordLists: WordListReader },
): AsyncResult<ResolvedRequest> {
  const { userId, step, projectId, wordLists } = input
  // The parent of a later step does not exist yet, and it is no branch before.
  const later = step.dependsOn == null ? {} : { branchKind: null }
  const asked = { ...generationBody(step, projectId), ...later }
  const found = await resolveRequest(deps, userId, { body: asked, names: 'resolved' })
  if (!found.ok) return found
  const drawn = await drawPrompts(wordLists, { prompt: asked.prompt, seeds: [asked.seed ?? 0] })
  return drawn.ok ? found : drawn
}

/** Resolves every step: also those that begin later. */
async function resolveSteps(
  deps: InsertGenerationDeps & { db: Transaction },
  { userId, body, wordLists }: Pick<NewSeries, 'userId' | 'body' | 'wordLists'>,
): AsyncResult<ResolvedRequest[]> {
  const resolved: ResolvedRequest[] = []
  for (const step of body.steps) {
    const found = await resolveStep(deps, { userId, step, projectId: body.projectId ?? null, wordLists })
    if (!found.ok) return found
    resolved.push(found.value)
  }
  return success(resolved)
}

/** The price of each image of a step, in hundredths of a credit. */
export const sharesOf = (
  { money }: Pick<InsertGenerationDeps, 'money'>,
  { count }: Pick<StepBody, 'count'>,
  { ownKey, listPrice }: ResolvedRequest,
): number[] => Array.from({ length: count ?? imagesPerGeneration }, () => (money === 'off' || ownKey ? 0 : listPrice))

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Why a price can not be paid: it is higher than the one that was shown. Null where it is not. */
export const priceRefusal = (price: number, shown: number): Refusal | null =>
  price <= shown
    ? null
    : {
        code: 'conflict',
        message: `This costs ${formatPrice(price)} credits now, not ${formatPrice(shown)}. Look at it again.`,
      }

/**
 * The fields that a step stores in place of `modelOf`: the model itself, whose card may be gone when the step begins. The step counts as a
 * repetition of that card, so that a race that hides the model hides it here as well.
 */
function storedModel({ modelOf, repeats }: StepBody, resolved: ResolvedRequest | undefined): Partial<StepBody> {
  if (!modelOf || !resolved) return {}
  return { ...resolved.settings, model: resolved.model.value, modelOf: null, repeats: repeats ?? modelOf }
}

/** Places the steps among what lies in the project: moved as one, so that they keep their relative places. */
async function placedSteps(tx: Transaction, steps: StepBody[], projectId: string | null): Promise<StepBody[]> {
  if (projectId === null) return steps
  const moved = movedAsOne(
    steps.map(({ canvasX: x, canvasY: y }) => ({ x, y })),
    await spaceOf(tx, projectId),
  )
  return steps.map((step) => ({ ...step, canvasX: step.canvasX + moved.x, canvasY: step.canvasY + moved.y }))
}

/** `moved-as-one`: the steps keep their relative places, and are moved together where something lies there. */
type NewSeries = Omit<RequestSeriesInput, 'idempotency'> & {
  readonly places: 'moved-as-one' | 'as-requested'
  /** For all steps, so that each list is read once. */
  readonly wordLists: WordListReader
}

/** Commits the series with all of its steps, and the cards of those that depend on no other; or changes nothing. */
export async function insertSeries(
  tx: Transaction,
  deps: InsertGenerationDeps,
  input: NewSeries,
  id: string,
): AsyncResult<SeriesShape> {
  const { userId, body, madeBy, wordLists } = input
  const inside = { ...deps, db: tx }
  const resolved = await resolveSteps(inside, input)
  if (!resolved.ok) return resolved
  const shares = body.steps.map((step, place) => {
    const of = resolved.value[place]
    return of ? sharesOf(deps, step, of) : []
  })
  const prices = shares.map(sum)
  const tooHigh = priceRefusal(sum(prices), body.price)
  if (tooHigh) return failure(tooHigh)
  let projectId = resolved.value.find((step) => step.projectId !== null)?.projectId ?? null
  // Before the events of the first card are numbered: nothing may be locked afterwards.
  if (projectId) await lockProject(tx, projectId)
  // All or nothing: each image's share is held when it is requested.
  const claimed = await claimFunds(tx, deps.money, { userId, tokenId: madeBy, purseId: null, shares: shares.flat() })
  if (!claimed.ok) return claimed
  const steps = input.places === 'as-requested' ? body.steps : await placedSteps(tx, body.steps, projectId)
  const cards: (string | null)[] = []
  for (const step of steps) {
    if (step.dependsOn != null) {
      cards.push(null)
      continue
    }
    const made = await insertGeneration(tx, deps, {
      id: step.id ?? deps.newId(),
      userId,
      body: generationBody(step, projectId),
      madeBy,
      wordLists,
    })
    if (!made.ok) return made
    projectId = made.value.projectId
    cards.push(made.value.id)
  }
  if (!projectId) return failure({ code: 'impossible', message: 'The first step depends on no other.' })
  const { kind, hidesNames } = body
  await tx.insert(series).values({ id, userId, projectId, kind, hidesNames, madeBy })
  await tx.insert(seriesSteps).values(
    steps.map((request, place) => ({
      seriesId: id,
      place,
      userId,
      status: cards[place] == null ? ('waiting' as const) : ('started' as const),
      dependsOn: request.dependsOn ?? null,
      request: { ...request, ...storedModel(request, resolved.value[place]) },
      model: resolved.value[place]?.model.value ?? '',
      price: prices[place] ?? 0,
      generationId: cards[place] ?? null,
    })),
  )
  await appendEvents(tx, userId, await seriesChanged(inside, userId, id))
  const made = await findSeries(inside, userId, id)
  return made ? success(made) : failure({ code: 'not-found' })
}

/**
 * Requests several cards at once: all that depend on no other are created in one transaction, or none is. The others wait for the
 * cards that they depend on. A repeated request with the same key returns the first result.
 */
export async function requestSeries(deps: RequestGenerationDeps, input: RequestSeriesInput): AsyncResult<SeriesShape> {
  await deps.addedModels.catchUp(
    input.userId,
    input.body.steps.map(({ model }) => model),
  )
  const result = await withMasks(deps, () =>
    refusableTransaction<SeriesShape>(deps.db, async (tx) => {
      const gone = await keepAccount(tx, input.userId)
      if (gone) return failure(gone)
      const { userId, idempotency } = input
      const id = input.body.id ?? deps.newId()
      return createOnce<SeriesShape>(
        tx,
        { userId, idempotency, id },
        {
          create() {
            const wordLists = createWordListReader(tx, userId)
            return insertSeries(tx, deps, { ...input, places: 'moved-as-one', wordLists }, id)
          },
          async repeat(earlierId) {
            const first = await findSeries({ ...deps, db: tx }, userId, earlierId)
            return first ? success(first) : failure({ code: 'not-found' })
          },
        },
      )
    }),
  )
  if (result.ok) {
    await deps.checkpoint('request-committed')
    return result
  }
  const { userId, body } = input
  if (!body.steps.some(({ modelOf }) => modelOf)) return result
  const hidden = await readHiddenCards(deps.db, { userId, projectId: body.projectId ?? null })
  return body.steps.some(({ modelOf }) => hidden.has(modelOf ?? '')) ? withoutModel(result) : result
}
