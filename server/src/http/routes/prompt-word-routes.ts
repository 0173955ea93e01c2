import { describeImage } from '../../agents/words/describe-image.ts'
import { improvePrompt } from '../../agents/words/improve-prompt.ts'
import { offerLanguageModel } from '../../agents/words/language-offer.ts'
import { readDescriptionOf, removeDescription, setDescription } from '../../features/descriptions/image-descriptions.ts'
import { checkOpen, rpc, toError, unwrap } from '../rpc-context.ts'

const { prompts, images } = rpc

export const promptWordRoutes = {
  languageModel: prompts.languageModel.handler(({ context: { deps, userId } }) => offerLanguageModel(deps, userId)),
  improve: prompts.improve.handler(async ({ context, input: { prompt: written, model: named, projectId } }) => {
    const { deps, userId } = context
    if (projectId) await checkOpen(deps.db, userId, projectId)
    const model = deps.registry.findFor(userId, named)
    if (!model) throw toError({ code: 'impossible', message: 'There is no such model. GET /api/models lists them.' })
    const { answer: prompt, ...about } = unwrap(await improvePrompt(deps, context, { prompt: written, model }))
    return { prompt, ...about }
  }),
}

export const descriptionRoutes = {
  describe: images.describe.handler(async ({ context, input: { id: imageId, language } }) => {
    const { answer: description, ...about } = unwrap(await describeImage(context.deps, context, { imageId, language }))
    return { description, ...about }
  }),
  description: images.description.handler(async ({ context: { deps, userId }, input: { id: imageId } }) =>
    unwrap(await readDescriptionOf(deps.db, { userId, imageId })),
  ),
  setDescription: images.setDescription.handler(
    async ({ context: { deps, userId }, input: { id: imageId, ...body } }) =>
      unwrap(await setDescription(deps.db, { userId, imageId }, body)),
  ),
  removeDescription: images.removeDescription.handler(async ({ context: { deps, userId }, input: { id: imageId } }) =>
    unwrap(await removeDescription(deps.db, { userId, imageId })),
  ),
}
