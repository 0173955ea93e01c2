import { z } from 'zod'
import { editShape } from '#contract/cards/edit.ts'
import { uuid } from '#contract/text.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import type { EditOperation } from '#domain/edit/operation.ts'
import { failure, success } from '#domain/result.ts'
import { ownKeysOf } from '#server/models/model-key-rows.ts'
import { presentFound, setFeedback } from '../../features/images/feedback.ts'
import { listModels } from '../../features/models/list-models.ts'
import { changeInPurse } from '../../features/purses/change-in-purse.ts'
import { pictureForAgent, sheetForAgent } from '../agent-pictures.ts'
import { why as whyInput } from '../agent-purse.ts'
import { agentTool, asText, credits } from '../agent-tool.ts'
import { findCard, findNamedImage } from '../find-named.ts'
import { isSettled, secondsToWait, waitForCards } from '../wait-for-cards.ts'
import {
  cardData,
  common,
  finishedImages,
  generatingTool,
  image,
  leftOf,
  settingsOf,
  waitSeconds,
} from './ask-for-images.ts'
import { boardAddress } from './board-tools.ts'

/** The edits that need no mask, which a model can not paint. */
const agentOperations = [
  'instruct',
  'restyle',
  'remove-background',
  'replace-background',
  'upscale',
  'adjust',
  'crop',
  'extend',
] as const satisfies readonly EditOperation[]

export const imageTools = [
  generatingTool(
    {
      name: 'generate_images',
      title: 'Generate images',
      description:
        'Makes a new card with up to four images of a prompt. Spends credits when the images are there; failed ones cost nothing. Answers with the card, and a sheet of the images numbered 1 to 4.',
      input: z.strictObject({
        prompt: z.string().trim().min(1).max(4_000),
        project: uuid.optional().describe('Default: a new project.'),
        references: z.array(image).max(16).optional().describe('Images that the model looks at, where it can.'),
        ...common,
      }),
    },
    async (call, { prompt, project, references = [], ...asked }) => {
      const imagePrompts: string[] = []
      for (const written of references) {
        const found = await findNamedImage(call, written)
        if (!found.ok) return found
        imagePrompts.push(found.value.id)
      }
      const pictures = imagePrompts.length > 0 ? { imagePrompts } : {}
      return success({ prompt, projectId: project ?? null, ...settingsOf(asked), ...pictures })
    },
  ),
  generatingTool(
    {
      name: 'branch_image',
      title: 'Branch from an image',
      description:
        'Makes a new card from one image of another card: "enhance" keeps the image and improves it as the prompt says, "remix" takes it freely. Costs what generate_images does.',
      input: z.strictObject({
        image,
        prompt: z.string().trim().min(1).max(4_000).describe('What the new images show, or what changes.'),
        kind: z.enum(['enhance', 'remix']).default('enhance'),
        ...common,
      }),
    },
    async (call, { image: written, prompt, kind, ...asked }) => {
      const found = await findNamedImage(call, written)
      if (!found.ok) return found
      const { id: parentImageId, cardId: parentGenerationId, projectId } = found.value
      return success({ prompt, projectId, parentGenerationId, parentImageId, branchKind: kind, ...settingsOf(asked) })
    },
  ),
  generatingTool(
    {
      name: 'edit_image',
      title: 'Edit an image',
      description:
        'Makes a new card with an edited copy of an image; the image stays. instruct: change it as the prompt says. restyle: the style that the prompt says. remove-background, replace-background (prompt: the new one). upscale (factor 2 or 4). adjust (values -100 to 100). crop and extend (frame in pixels of the image; extend reaches beyond it). Some cost nothing.',
      input: z.strictObject({
        image,
        operation: z.enum(agentOperations),
        prompt: z.string().trim().max(4_000).default(''),
        factor: editShape.shape.factor,
        adjustments: editShape.shape.adjustments,
        frame: editShape.shape.frame,
        ...common,
        count: common.count.default(1),
      }),
    },
    async (call, { image: written, operation, prompt, factor, adjustments, frame, ...asked }) => {
      const found = await findNamedImage(call, written)
      if (!found.ok) return found
      const { id: parentImageId, cardId: parentGenerationId, projectId } = found.value
      const edit = {
        operation,
        ...(factor !== undefined && { factor }),
        ...(adjustments !== undefined && { adjustments }),
        ...(frame !== undefined && { frame }),
      }
      return success({ prompt, projectId, parentGenerationId, parentImageId, edit, ...settingsOf(asked) })
    },
  ),
  agentTool(
    {
      name: 'wait_for',
      title: 'Wait for images',
      description:
        'Waits until none of these cards has pending images, and answers with their states and a sheet of the first card.',
      scope: 'read',
      effect: 'nothing',
      input: z.strictObject({ cards: z.array(z.string().max(40)).min(1).max(20), wait_seconds: waitSeconds }),
    },
    async (call, { cards, wait_seconds: seconds }) => {
      const ids: string[] = []
      for (const written of cards) {
        const named = await findCard(call, written)
        if (!named.ok) return named
        ids.push(named.value.id)
      }
      const found = await waitForCards(call, { ids, seconds: secondsToWait(call, seconds) })
      const [first] = found
      const sheet = first ? await sheetForAgent(call, finishedImages(first)) : null
      const text = asText({
        settled: found.every(isSettled),
        cards: found.map((card) => cardData(call, card)),
        ...(found.every(isSettled) ? {} : { next: 'wait_for again' }),
      })
      return success({ text, ...(sheet && { pictures: [sheet] }) })
    },
  ),
  agentTool(
    {
      name: 'get_image',
      title: 'Look at an image',
      description: 'Shows one image: 512 pixels (about 350 tokens), or with detail "high" 1024 (about 1,400).',
      scope: 'read',
      effect: 'nothing',
      input: z.strictObject({ image, detail: z.enum(['low', 'high']).default('low') }),
    },
    async (call, { image: written, detail }) => {
      const found = await findNamedImage(call, written)
      if (!found.ok) return found
      const { id, projectId, cardId } = found.value
      const picture = await pictureForAgent(call, id, detail)
      if (!picture.ok)
        return picture.error.code === 'not-found'
          ? failure({ code: 'not-found', message: 'This image has no picture yet. wait_for waits for it.' })
          : picture
      const text = asText({ image: written, id, board: boardAddress(call, projectId, cardId) })
      return success({ text, pictures: [picture.value] })
    },
  ),
  agentTool(
    {
      name: 'rate_image',
      title: 'Star, like or dislike',
      description: 'Marks an image, or with given false takes the mark back. The three marks are independent.',
      scope: 'edit',
      effect: 'changes',
      input: z.strictObject({ image, mark: z.enum(feedbackTypes), given: z.boolean().default(true), why: whyInput }),
    },
    async (call, { image: written, mark, given, why = null }) => {
      const found = await findNamedImage(call, written)
      if (!found.ok) return found
      const { deps, userId, token } = call
      if (token.purseId !== null) {
        const change = { kind: 'feedback', imageId: found.value.id, feedbackType: mark, isGiven: given } as const
        const { purseId } = token
        const marked = await changeInPurse(deps.db, { userId, purseId, kind: 'marked', why, changes: [change] })
        return marked.ok ? success({ text: asText({ image: written, mark, given }) }) : marked
      }
      const rated = await setFeedback(deps.db, {
        userId,
        imageId: found.value.id,
        feedbackType: mark,
        wanted: given ? 'given' : 'removed',
      })
      return rated.ok ? success({ text: asText({ image: written, marks: rated.value.feedback }) }) : rated
    },
    {
      async effects(call, { image: written, mark, given }) {
        const found = await findNamedImage(call, written)
        if (!found.ok) return found
        const { id: imageId, cardId: generationId } = found.value
        const present = await presentFound(call.deps.db, call.userId, imageId)
        if (!present.ok) return present
        const isMarked = present.value.feedback.includes(mark)
        if (isMarked === given) return success([])
        return success([{ kind: 'marked', generationId, imageId, feedbackType: mark, to: given }])
      },
    },
  ),
  agentTool(
    {
      name: 'list_models',
      title: 'List models',
      description:
        'Lists the models that can be used now: the price of one image in credits, ratios, resolutions, and how many reference images each takes.',
      scope: 'read',
      effect: 'nothing',
      input: z.strictObject({ search: z.string().max(100).optional() }),
    },
    async ({ deps, userId, token }, { search = '' }) => {
      const wanted = search.toLowerCase()
      const chooser = { userId, own: await ownKeysOf(deps.db, userId) }
      const all = await listModels(deps, { chooser, purseId: token.purseId })
      const models = all
        .filter((model) => model.isAvailable && model.isShown && model.name.toLowerCase().includes(wanted))
        .map((model) => ({
          model: model.name,
          credits: Object.fromEntries(model.resolutions.map((size) => [size, credits(model.prices[size])])),
          ratios: model.aspectRatios.join(' '),
          references: model.mostImagePrompts,
          seconds: model.usualSeconds ?? model.stats.speed,
          does: model.description.slice(0, 120),
          ...(model.isDefault && { default: true }),
        }))
      return success({ text: asText({ models }) })
    },
  ),
  agentTool(
    {
      name: 'get_credits',
      title: 'Read credits',
      description: 'Reads what is left to spend: of the account, of the budget of this token, and in its purse.',
      scope: 'read',
      effect: 'nothing',
      input: z.strictObject({}),
    },
    async (call) => success({ text: asText(await leftOf(call)) }),
  ),
]
