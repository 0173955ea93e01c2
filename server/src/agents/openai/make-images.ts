import { type GenerationShape, type RequestGenerationInput, requestGenerationBody } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { settingsForModel } from '#domain/models/settings-for-model.ts'
import { failure, success } from '#domain/result.ts'
import { findImage } from '#server/cards/find-image.ts'
import { findGeneration } from '#server/cards/generation-rows.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { ownKeysOf } from '#server/models/model-key-rows.ts'
import { modelLimits } from '#server/models/model-limits.ts'
import type { SentEvent } from '../../events/followers.ts'
import { type NewSource, requestGeneration } from '../../features/generations/request-generation.ts'
import { findEarlier, findKeyOfSame, type IdempotentRequest } from '../../features/idempotency.ts'
import { readDigitalSource } from '../../features/provenance/digital-source.ts'
import { previewKey } from '../../pictures/picture-keys.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import type { AgentCall } from '../agent-tool.ts'
import { waitForCards } from '../wait-for-cards.ts'
import type { ImagesRequest } from './images-request.ts'

/** The time that a request waits for its images: clients of OpenAI give up after ten minutes. */
const maxWaitSeconds = 590
/** A repetition by a client's library within this time is the same request, in minutes. */
const repeatedWithin = 15

/** The parts of a request beside its words: where its images land, and what they start from. */
export type ImagesStart = Pick<
  RequestGenerationInput,
  'projectId' | 'parentImageId' | 'branchKind' | 'edit' | 'imagePrompts'
>

/** The model that is asked for; `not-found` with `model` where there is none of that name. */
async function settingsOf({ deps, userId }: AgentCall, { model: name, settings }: ImagesRequest) {
  const { registry, addedModels, money } = deps
  if (name !== null) await addedModels.catchUp(userId, [name])
  const own = await ownKeysOf(deps.db, userId)
  const model = name === null ? registry.defaultModel({ userId, own }) : (registry.findFor(userId, name) ?? null)
  if (name !== null && !model)
    return failure({
      code: 'not-found' as const,
      message: `There is no model ${JSON.stringify(name)} here. GET /v1/models lists those that you can use.`,
      data: { missing: 'model' },
    })
  return success(settingsForModel(settings, model && modelLimits(model, { money, own })))
}

/** Asks for one card with as many images as were asked for, through the same feature as the web application. */
export async function requestImages(
  call: AgentCall,
  asked: ImagesRequest,
  {
    start,
    source,
    idempotency,
  }: { readonly start: ImagesStart; readonly source?: NewSource; readonly idempotency: IdempotentRequest },
): AsyncResult<GenerationShape> {
  const { deps, userId, token } = call
  const settings = await settingsOf(call, asked)
  if (!settings.ok) return settings
  const body = requestGenerationBody.safeParse({
    prompt: asked.prompt,
    count: asked.count,
    ...(asked.model !== null && { model: asked.model }),
    ...(!start.edit && settings.value),
    ...start,
  })
  if (!body.success) return failure({ code: 'invalid', data: { issues: body.error.issues } })
  return requestGeneration(deps, {
    userId,
    body: body.data,
    madeBy: token.id,
    idempotency,
    ...(source && { source }),
  })
}

/**
 * The key of a request that came without one: the library of OpenAI repeats such a request by itself. A repetition has the key of the
 * newest request of its token that asked for exactly the same a moment ago, so that it is given that card and pays once.
 */
export async function keyOfUnkeyed(
  { deps, userId, token }: AgentCall,
  { isRepeated, ...request }: Omit<IdempotentRequest, 'key'> & { readonly isRepeated: boolean },
): Promise<IdempotentRequest> {
  // A key that a client sends has no space.
  const prefix = `${token.id} `
  const same = isRepeated ? await findKeyOfSame(deps.db, userId, { prefix, request, minutes: repeatedWithin }) : null
  return { ...request, key: same ?? `${prefix}${deps.newId()}` }
}

/** The card that an earlier request of this key has asked for; null where this is the first. */
export async function findEarlierCard(
  { deps, userId }: AgentCall,
  idempotency: IdempotentRequest,
): AsyncResult<GenerationShape | null> {
  const earlier = await findEarlier(deps.db, userId, idempotency)
  if (!earlier.ok) return earlier
  if (!earlier.value) return success(null)
  const card = await findGeneration(deps, userId, earlier.value.resultId)
  return card ? success(card) : failure({ code: 'not-found', message: 'The card of this request was deleted.' })
}

/** Reports the previews of a card's images, one after the other, by the events of the user. */
function previewReader(
  { deps, userId }: AgentCall,
  cardId: string,
  report: (preview: Buffer) => Promise<void>,
): (event: SentEvent) => void {
  let last: Promise<unknown> = Promise.resolve()
  return ({ name, data }) => {
    if (name !== 'image-progress' || data.generationId !== cardId || typeof data.previewUrl !== 'string') return
    last = last
      .then(async () => {
        const found = await findImage(deps.db, userId, String(data.imageId))
        const bytes = found && (await deps.storage.get(previewKey(found.image.id, found.image.attempt)))
        if (!bytes) return
        const source = await readDigitalSource(deps, found.image.id)
        await report(Buffer.from(await deps.fileSigner.sign(await markPicture(bytes, source), source)))
      })
      .catch(() => undefined)
  }
}

/** Waits for the images of a card. @returns Those that are there; refused where none of them could be made. */
export async function waitForImages(
  call: AgentCall,
  card: GenerationShape,
  report: ((preview: Buffer) => Promise<void>) | null,
): AsyncResult<{ readonly card: GenerationShape; readonly images: readonly ImageShape[] }> {
  const [ended = card] = await waitForCards(call, {
    ids: [card.id],
    seconds: maxWaitSeconds,
    ...(report && { onEvent: previewReader(call, card.id, report) }),
  })
  const images = ended.images.filter(({ status }) => status === 'completed')
  if (images.length > 0) return success({ card: ended, images })
  const reason = ended.images.find(({ error }) => error)?.error?.message
  return failure({
    code: 'impossible',
    message:
      reason ?? `The images are still being made. They appear on the board: ${call.address}/project/${ended.projectId}`,
    data: { image: reason ? 'failed' : 'late' },
  })
}
