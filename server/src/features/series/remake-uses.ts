import { inArray } from 'drizzle-orm'
import type { StepBody } from '#contract/cards/series.ts'
import { type RemakeBody, type RemakeReply, remakeReply } from '#contract/prompts/reference-use.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { maxPromptLength } from '#domain/prompt/draw-words.ts'
import { withRenamedReference } from '#domain/prompt/named-reference.ts'
import { failure, success } from '#domain/result.ts'
import { placesBelow } from '#domain/series/rerun-plan.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import { withoutModel } from '#server/cards/hide-models.ts'
import { type RepeatedBy, repeatStep } from '#server/cards/repeat-card.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { ownKeysOf } from '#server/models/model-key-rows.ts'
import type { Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { keepAccount } from '../account/lock-account.ts'
import { claimFunds } from '../credits/reserve-funds.ts'
import { withMasks } from '../edits/masks.ts'
import { spaceOf } from '../generations/place-generation.ts'
import type { RequestGenerationDeps } from '../generations/request-generation.ts'
import { createOnce, findEarlier, type IdempotentRequest, keepDetail } from '../idempotency.ts'
import { lockProject } from '../projects/lock-project.ts'
import { createWordListReader, type WordListReader } from '../prompts/drawn-prompts.ts'
import { findNewestVersion, type ReferenceUseRow, selectUses } from '../references/reference-uses.ts'
import { insertSeries, priceRefusal, resolveStep, sharesOf } from './request-series.ts'

type RemakeInput = {
  readonly userId: UserId
  readonly referenceId: string
  readonly body: RemakeBody
  readonly idempotency: IdempotentRequest | null
  /** The API token that asks for it; null: the person. */
  readonly madeBy: string | null
}

/** A card that is made again: its step, and the price of each of its images. */
type Planned = { readonly projectId: string; readonly step: StepBody; readonly shares: readonly number[] }
type Plan = { readonly planned: readonly Planned[]; readonly refused: RemakeReply['refused'] }

const noUse = 'This card is gone, or does not use the reference.'
const isNewest = 'This card was made with the newest version.'
const noModel = 'The model of this card is not available any more.'
const isTooLong = `With the present name of the reference the prompt of this card is longer than ${maxPromptLength.toLocaleString('en')} characters.`
const isGone = 'A picture or style that this card was made with is gone.'

/** The words of a card as they were written, with the present name of the reference. */
function wordsOf({ card, versionId }: ReferenceUseRow, name: string): string {
  const sent = card.references?.find((each) => each.versionId === versionId)
  return withRenamedReference(card.writtenPrompt ?? card.prompt, { from: sent?.name ?? name, to: name })
}

/** Resolves the cards one by one, as a series resolves its steps: one that can not be made again is refused alone. */
async function planRemake(
  tx: Transaction,
  deps: RequestGenerationDeps,
  input: RemakeInput & { readonly wordLists: WordListReader },
): AsyncResult<Plan> {
  const { userId, referenceId, body, wordLists } = input
  const newest = await findNewestVersion(tx, userId, referenceId)
  if (!newest) return failure({ code: 'not-found' })
  const ids = body.generationIds
  const rows = await selectUses(tx, { userId, referenceId, where: inArray(generations.id, ids), limit: ids.length })
  const uses = new Map(rows.map((use) => [use.card.id, use]))
  const hidden = await readHiddenCards(tx, { userId, projectId: null })
  const by: RepeatedBy = { ...deps, userId, own: await ownKeysOf(tx, userId), hidden }

  async function planOne(id: string): AsyncResult<Planned> {
    const use = uses.get(id)
    if (!use) return failure({ code: 'not-found', message: noUse })
    if (use.versionId === newest?.versionId) return failure({ code: 'impossible', message: isNewest })
    const { projectId, model } = use.card
    if (!hidden.has(id) && !deps.registry.findFor(userId, model))
      return failure({ code: 'impossible', message: noModel })
    const prompt = wordsOf(use, newest?.name ?? '')
    if (prompt.length > maxPromptLength && [...prompt].length > maxPromptLength)
      return failure({ code: 'impossible', message: isTooLong })
    const step = repeatStep(use, prompt, by)
    const resolved = await resolveStep({ ...deps, db: tx }, { userId, step, projectId, wordLists })
    if (!resolved.ok) return hidden.has(id) ? withoutModel(resolved) : resolved
    return success({ projectId, step, shares: sharesOf(deps, step, resolved.value) })
  }

  const planned: Planned[] = []
  const refused: RemakeReply['refused'] = []
  for (const generationId of ids) {
    const one = await planOne(generationId)
    if (one.ok) planned.push(one.value)
    else refused.push({ generationId, message: one.error.message ?? isGone })
  }
  return success({ planned, refused })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Commits a series in each project, with each new card below the old one; or changes nothing. */
async function insertRemade(
  tx: Transaction,
  deps: RequestGenerationDeps,
  input: RemakeInput,
  firstId: string,
): AsyncResult<RemakeReply> {
  const { userId, body, madeBy, idempotency } = input
  const wordLists = createWordListReader(tx, userId)
  const plan = await planRemake(tx, deps, { ...input, wordLists })
  if (!plan.ok) return plan
  const { planned, refused } = plan.value
  const shares = planned.flatMap((each) => each.shares)
  const tooHigh = priceRefusal(sum(shares), body.price)
  if (tooHigh) return failure(tooHigh)
  const byProject = [...Map.groupBy(planned, ({ projectId }) => projectId)].sort(([a], [b]) => (a < b ? -1 : 1))
  // All of them in one order, and before the events of the first series: nothing may be locked afterwards.
  for (const [projectId] of byProject) await lockProject(tx, projectId)
  const claimed = await claimFunds(tx, deps.money, { userId, tokenId: madeBy, purseId: null, shares })
  if (!claimed.ok) return claimed
  const series: RemakeReply['series'] = []
  for (const [projectId, cards] of byProject) {
    const places = placesBelow(
      cards.map(({ step }) => ({ x: step.canvasX, y: step.canvasY })),
      await spaceOf(tx, projectId),
    )
    const steps = cards.map(({ step }, index) => {
      const { x: canvasX, y: canvasY } = places[index] ?? { x: step.canvasX, y: step.canvasY }
      return { ...step, canvasX, canvasY }
    })
    const price = sum(cards.flatMap((each) => each.shares))
    const request = { kind: 'rerun' as const, projectId, hidesNames: false, price, steps }
    const asked = { userId, body: request, madeBy, wordLists, places: 'as-requested' as const }
    const made = await insertSeries(tx, deps, asked, series.length === 0 ? firstId : deps.newId())
    if (!made.ok) return made
    series.push({ id: made.value.id, projectId })
  }
  await keepDetail(tx, userId, { request: idempotency, detail: { series, refused } })
  return success({ series, refused })
}

/** The reply to an earlier request of the same key. */
async function earlierReply(tx: Transaction, { userId, idempotency }: RemakeInput): AsyncResult<RemakeReply> {
  const earlier = await findEarlier(tx, userId, idempotency)
  if (!earlier.ok) return earlier
  return earlier.value?.detail ? success(remakeReply.parse(earlier.value.detail)) : failure({ code: 'not-found' })
}

/**
 * Makes cards again that were sent an older version of a reference: what is paid is paid in one transaction, or nothing is. A repeated
 * request with the same key returns the first result.
 */
export async function remakeUses(deps: RequestGenerationDeps, input: RemakeInput): AsyncResult<RemakeReply> {
  const { userId, body, idempotency } = input
  const models = await deps.db
    .select({ model: generations.model })
    .from(generations)
    .where(inArray(generations.id, body.generationIds))
  await deps.addedModels.catchUp(
    userId,
    models.map(({ model }) => model),
  )
  const id = body.seriesId ?? deps.newId()
  const result = await withMasks(deps, () =>
    refusableTransaction<RemakeReply>(deps.db, async (tx) => {
      const gone = await keepAccount(tx, userId)
      if (gone) return failure(gone)
      return createOnce<RemakeReply>(
        tx,
        { userId, idempotency, id },
        { create: () => insertRemade(tx, deps, input, id), repeat: () => earlierReply(tx, input) },
      )
    }),
  )
  if (result.ok) {
    await deps.checkpoint('request-committed')
    return result
  }
  const hidden = await readHiddenCards(deps.db, { userId, projectId: null })
  return body.generationIds.some((generationId) => hidden.has(generationId)) ? withoutModel(result) : result
}
