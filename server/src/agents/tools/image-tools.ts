import { z } from 'zod'
import { editShape } from '#contract/edit.ts'
import { type GenerationShape, requestGenerationBody } from '#contract/generation.ts'
import { cardName, imageName } from '#domain/agents/card-names.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import type { EditOperation } from '#domain/edit/operation.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { failure, success } from '#domain/result.ts'
import { findToken } from '../../features/api-tokens/api-tokens.ts'
import { readCredits } from '../../features/credits/read-credits.ts'
import { requestGeneration } from '../../features/generations/request-generation.ts'
import { setFeedback } from '../../features/images/feedback.ts'
import { ownKeysOf } from '../../features/model-keys/model-key-rows.ts'
import { listModels } from '../../features/models/list-models.ts'
import { changeInPurse } from '../../features/purses/change-in-purse.ts'
import { aboutPurse } from '../../features/purses/purse-area.ts'
import { findPurse } from '../../features/purses/purse-rows.ts'
import type { Refusable } from '../../features/refusal.ts'
import { pictureForAgent, sheetForAgent } from '../agent-pictures.ts'
import { why as whyInput } from '../agent-purse.ts'
import { type AgentAnswer, type AgentCall, type AgentCaller, agentTool, asText, credits } from '../agent-tool.ts'
import { findCard, findNamedImage } from '../find-named.ts'
import { isSettled, waitForCards } from '../wait-for-cards.ts'
import { boardAddress } from './board-tools.ts'

/** Clients give a call 60 seconds by default. */
const longestWait = 50
const usualWait = 40

const image = z.string().max(40).describe('An image: its name (1a2b3c4d.2: the card, and its place), or its whole id.')
const waitSeconds = z
  .int()
  .min(0)
  .max(longestWait)
  .default(usualWait)
  .describe('How long to wait for the images. They go on after it; wait_for waits again.')

/** What is left to spend: of the account, of the budget of the token, and in its purse. */
async function leftOf({ deps, userId, token }: AgentCaller) {
  const account = await readCredits(deps.db, deps.money, userId)
  const budget = (await findToken(deps.db, userId, token.id))?.budget ?? null
  const purse = token.purseId === null ? null : await findPurse(deps.db, userId, token.purseId)
  return {
    credits: account === null ? 'off' : credits(account.available),
    held: account === null ? 0 : credits(account.held),
    budget: budget && { ...budget, left: Math.max(0, Math.round((budget.credits - budget.spent) * 100) / 100) },
    ...(purse && { purse: aboutPurse(purse) }),
  }
}

/** A card as tools answer it. */
const cardData = (call: AgentCall, card: GenerationShape) => ({
  card: cardName(card.id),
  id: card.id,
  project: card.projectId,
  board: boardAddress(call, card.projectId, card.id),
  status: card.status,
  credits: credits(card.price),
  images: card.images.map(({ orderNum, status, error }) => ({
    image: imageName(card.id, orderNum),
    state: status,
    ...(error && { error: error.message }),
  })),
})

const finishedImages = ({ images }: GenerationShape) =>
  images.map(({ id, status }) => (status === 'completed' ? id : null))

/** Answers with the state of a new card, and a sheet of its images where they are there in time. */
async function answerWith(call: AgentCall, made: GenerationShape, seconds: number): Promise<AgentAnswer> {
  const [card = made] = seconds > 0 ? await waitForCards(call, { ids: [made.id], seconds }) : [made]
  const sheet = await sheetForAgent(call, finishedImages(card))
  const next = isSettled(card) ? {} : { next: `wait_for with cards ["${cardName(card.id)}"]` }
  const text = asText({ ...cardData(call, card), left: await leftOf(call), ...next })
  return { text, ...(sheet && { pictures: [sheet] }) }
}

const common = {
  model: z.string().max(100).optional().describe('A name from list_models. Default: the default model.'),
  aspect_ratio: z.enum(aspectRatios).optional(),
  resolution: z.enum(resolutions).optional(),
  count: z
    .int()
    .min(1)
    .max(imagesPerGeneration)
    .default(imagesPerGeneration)
    .describe('How many images; each is paid.'),
  seed: z.int().min(0).optional(),
  max_price: z.number().min(0).optional().describe('In credits: nothing is made where all images together cost more.'),
  wait_seconds: waitSeconds,
  why: whyInput,
  request_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/)
    .optional()
    .describe('Any text of your own. Repeat a call that was cut off with the same one: nothing is made twice.'),
}
type Common = z.output<z.ZodObject<typeof common>>

/** Asks for images through the same feature as the web application. */
async function generate(
  call: AgentCall,
  asked: z.input<typeof requestGenerationBody>,
  { max_price: mostPrice, request_id: requestId, wait_seconds: seconds, why }: Common,
): Refusable<AgentAnswer> {
  const { deps, userId, token } = call
  const parsed = requestGenerationBody.safeParse({
    ...asked,
    projectId: asked.projectId ?? token.projectId,
  })
  if (!parsed.success)
    return failure({ code: 'invalid', message: parsed.error.issues.map(({ message }) => message).join(' ') })
  const made = await requestGeneration(deps, {
    userId,
    body: parsed.data,
    madeBy: token.id,
    purseId: token.purseId,
    why: why ?? null,
    ...(mostPrice !== undefined && { mostPrice: Math.round(mostPrice * 100) }),
    idempotency:
      requestId === undefined ? null : { key: `${token.id}/${requestId}`, call: 'generate', body: parsed.data },
  })
  return made.ok ? success(await answerWith(call, made.value, seconds)) : made
}

const settingsOf = ({ model, aspect_ratio: aspectRatio, resolution, count, seed }: Common) => ({
  count,
  ...(model !== undefined && { model }),
  ...(aspectRatio !== undefined && { aspectRatio }),
  ...(resolution !== undefined && { resolution }),
  ...(seed !== undefined && { seed }),
})

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
  agentTool(
    {
      name: 'generate_images',
      title: 'Generate images',
      description:
        'Makes a new card with up to four images of a prompt. Spends credits when the images are there; failed ones cost nothing. Answers with the card, and a sheet of the images numbered 1 to 4.',
      scope: 'generate',
      effect: 'adds',
      input: z.strictObject({
        prompt: z.string().trim().min(1).max(4_000),
        project: z.uuid().optional().describe('Default: a new project.'),
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
      return generate(
        call,
        { prompt, projectId: project ?? null, ...settingsOf(asked), ...(imagePrompts.length > 0 && { imagePrompts }) },
        asked,
      )
    },
  ),
  agentTool(
    {
      name: 'branch_image',
      title: 'Branch from an image',
      description:
        'Makes a new card from one image of another card: "enhance" keeps the image and improves it as the prompt says, "remix" takes it freely. Costs what generate_images does.',
      scope: 'generate',
      effect: 'adds',
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
      const branch = { prompt, projectId, parentGenerationId, parentImageId, branchKind: kind }
      return generate(call, { ...branch, ...settingsOf(asked) }, asked)
    },
  ),
  agentTool(
    {
      name: 'edit_image',
      title: 'Edit an image',
      description:
        'Makes a new card with an edited copy of an image; the image stays. instruct: change it as the prompt says. restyle: the style that the prompt says. remove-background, replace-background (prompt: the new one). upscale (factor 2 or 4). adjust (values -100 to 100). crop and extend (frame in pixels of the image; extend reaches beyond it). Some cost nothing.',
      scope: 'generate',
      effect: 'adds',
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
      return generate(call, { prompt, projectId, parentGenerationId, parentImageId, edit, ...settingsOf(asked) }, asked)
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
      const found = await waitForCards(call, { ids, seconds })
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
    async ({ deps, userId }, { search = '' }) => {
      const wanted = search.toLowerCase()
      const all = await listModels(deps, { userId, own: await ownKeysOf(deps.db, userId) })
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
