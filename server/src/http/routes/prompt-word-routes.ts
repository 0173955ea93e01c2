import { describeImage } from '../../agents/words/describe-image.ts'
import { endWaiting, readWaiting, requestDescriptions } from '../../agents/words/description-requests.ts'
import { improvePrompt } from '../../agents/words/improve-prompt.ts'
import { offerLanguageModel } from '../../agents/words/language-offer.ts'
import { readDescriptionOf, removeDescription, setDescription } from '../../features/descriptions/image-descriptions.ts'
import { checkOpen, idempotencyOf, type RpcContext, rpc, toError, unwrap } from '../rpc-context.ts'

const { prompts, images } = rpc

/** The services and the caller of a call that a language model answers: what it holds is given back also after the time limit. */
const askedBy = (context: RpcContext, call: string, body: object) => ({
  deps: context.lasting().deps,
  caller: {
    userId: context.userId,
    tokenId: context.token?.id ?? null,
    signal: context.signal,
    idempotency: idempotencyOf(context, call, body),
  },
})

export const promptWordRoutes = {
  languageModel: prompts.languageModel.handler(({ context: { deps, userId } }) => offerLanguageModel(deps, userId)),
  improve: prompts.improve.handler(async ({ context, input }) => {
    const { prompt: written, model: named, projectId } = input
    const { deps, caller } = askedBy(context, 'POST /api/prompts/improve', input)
    const { userId } = caller
    if (projectId) await checkOpen(deps.db, userId, projectId)
    const model = deps.registry.findFor(userId, named)
    if (!model) throw toError({ code: 'impossible', message: 'There is no such model. GET /api/models lists them.' })
    const { answer: prompt, ...about } = unwrap(await improvePrompt(deps, caller, { prompt: written, model }))
    return { prompt, ...about }
  }),
}

export const descriptionRoutes = {
  describeAll: images.describeAll.handler(async ({ context, input: body }) => {
    const { deps, userId, token } = context
    const idempotency = idempotencyOf(context, 'POST /api/images/describe', body)
    return unwrap(await requestDescriptions(deps, { userId, tokenId: token?.id ?? null, body, idempotency }))
  }),
  waitingDescriptions: images.waitingDescriptions.handler(({ context: { deps, userId } }) =>
    readWaiting(deps.db, userId),
  ),
  endDescriptions: images.endDescriptions.handler(({ context: { deps, userId } }) => endWaiting(deps.db, userId)),
  describe: images.describe.handler(async ({ context, input }) => {
    const { deps, caller } = askedBy(context, 'POST /api/images/{id}/describe', input)
    const asked = { imageId: input.id, language: input.language }
    const { answer: description, ...about } = unwrap(await describeImage(deps, caller, asked))
    return { description, ...about }
  }),
  description: images.description.handler(async ({ context: { deps, userId }, input: { id: imageId } }) =>
    unwrap(await readDescriptionOf(deps.db, { userId, imageId })),
  ),
  setDescription: images.setDescription.handler(
    async ({ context: { deps, userId }, input: { id: imageId, ...body } }) =>
      unwrap(await setDescription(deps.db, { userId, imageId, by: 'user' }, body)),
  ),
  removeDescription: images.removeDescription.handler(async ({ context: { deps, userId }, input: { id: imageId } }) =>
    unwrap(await removeDescription(deps.db, { userId, imageId })),
  ),
}
