import { z } from 'zod'
import { type GenerationShape, type RequestGenerationBody, requestGenerationBody } from '#contract/cards/generation.ts'
import { cardName, imageName } from '#domain/agents/card-names.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import { findToken } from '../../features/api-tokens/api-tokens.ts'
import { readCredits } from '../../features/credits/read-credits.ts'
import { quoteGeneration } from '../../features/generations/quote-generation.ts'
import { requestGeneration } from '../../features/generations/request-generation.ts'
import type { IdempotentRequest } from '../../features/idempotency.ts'
import { aboutPurse } from '../../features/purses/purse-area.ts'
import { findPurse } from '../../features/purses/purse-rows.ts'
import { sheetForAgent } from '../agent-pictures.ts'
import { why as whyInput } from '../agent-purse.ts'
import {
  type AgentAnswer,
  type AgentCall,
  type AgentCaller,
  type AgentTool,
  agentTool,
  asText,
  credits,
} from '../agent-tool.ts'
import { isSettled, secondsToWait, waitForCards } from '../wait-for-cards.ts'
import { boardAddress } from './board-tools.ts'

/** Clients give a call 60 seconds by default. */
const maxWait = 50
const defaultWait = 40

export const image = z
  .string()
  .max(40)
  .describe('An image: its name (1a2b3c4d.2: the card, and its place), or its whole id.')
export const waitSeconds = z
  .int()
  .min(0)
  .max(maxWait)
  .default(defaultWait)
  .describe('How long to wait for the images. They go on after it; wait_for waits again.')

/** The rest that can be spent: of the account, of the budget of the token, and in its purse. */
export async function leftOf({ deps, userId, token }: AgentCaller) {
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
export const cardData = (call: AgentCall, card: GenerationShape) => ({
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

export const finishedImages = ({ images }: GenerationShape) =>
  images.map(({ id, status }) => (status === 'completed' ? id : null))

/** Answers with the state of a new card, and a sheet of its images where they are there in time. */
async function answerWith(call: AgentCall, made: GenerationShape, seconds: number): Promise<AgentAnswer> {
  const waited = secondsToWait(call, seconds)
  const [card = made] = waited > 0 ? await waitForCards(call, { ids: [made.id], seconds: waited }) : [made]
  const sheet = await sheetForAgent(call, finishedImages(card))
  const next = isSettled(card) ? {} : { next: `wait_for with cards ["${cardName(card.id)}"]` }
  const text = asText({ ...cardData(call, card), left: await leftOf(call), ...next })
  return { text, ...(sheet && { pictures: [sheet] }) }
}

/** The argument by which a tool that makes something makes it once. */
export const requestId = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/)
  .optional()
  .describe('Any text of your own. Repeat a call that was cut off with the same one: nothing is made twice.')

/** The arguments of every tool that asks for images. */
export const common = {
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
  request_id: requestId,
}
type Common = z.output<z.ZodObject<typeof common>>

type Asked = z.input<typeof requestGenerationBody>

/** The body of a request for images. A token of one project asks for its own project where none is named. */
function parseBody({ token }: AgentCall, asked: Asked): Result<RequestGenerationBody, Refusal> {
  const parsed = requestGenerationBody.safeParse({ ...asked, projectId: asked.projectId ?? token.projectId })
  if (parsed.success) return success(parsed.data)
  return failure({ code: 'invalid', message: parsed.error.issues.map(({ message }) => message).join(' ') })
}

/** The key of a call with a `request_id`, for its token alone; null without one. */
export const repeatable = (
  { token }: Pick<AgentCaller, 'token'>,
  written: string | undefined,
  request: Omit<IdempotentRequest, 'key'>,
): IdempotentRequest | null => (written === undefined ? null : { key: `${token.id}/${written}`, ...request })

/** A tool that asks for images through the same feature as the web application. @param ask What it asks for. */
export const generatingTool = <Input extends z.ZodType<Common>>(
  about: Pick<AgentTool, 'name' | 'title' | 'description'> & { readonly input: Input },
  ask: (call: AgentCall, input: z.output<Input>) => AsyncResult<Asked>,
): AgentTool =>
  agentTool(
    { ...about, scope: 'generate', effect: 'adds' },
    async (call, input) => {
      const asked = await ask(call, input)
      if (!asked.ok) return asked
      const body = parseBody(call, asked.value)
      if (!body.ok) return body
      const { max_price: maxPrice, request_id: written, wait_seconds: seconds, why } = input
      const { deps, userId, token } = call
      const made = await requestGeneration(deps, {
        userId,
        body: body.value,
        madeBy: token.id,
        purseId: token.purseId,
        why: why ?? null,
        ...(maxPrice !== undefined && { maxPrice: Math.round(maxPrice * 100) }),
        idempotency: repeatable(call, written, { call: 'generate', body: body.value }),
      })
      return made.ok ? success(await answerWith(call, made.value, seconds)) : made
    },
    {
      async price(call, input) {
        const asked = await ask(call, input)
        if (!asked.ok) return asked
        const body = parseBody(call, asked.value)
        const { deps, userId, token } = call
        return body.ok ? quoteGeneration(deps, { userId, body: body.value, purseId: token.purseId }) : body
      },
    },
  )

export const settingsOf = ({ model, aspect_ratio: aspectRatio, resolution, count, seed }: Common) => ({
  count,
  ...(model !== undefined && { model }),
  ...(aspectRatio !== undefined && { aspectRatio }),
  ...(resolution !== undefined && { resolution }),
  ...(seed !== undefined && { seed }),
})
