import { ORPCError } from '@orpc/client'
import type { RequestGenerationInput } from '#contract/cards/generation.ts'
import { formatPrice } from '#domain/format.ts'
import { errorMessage, hasErrorCode, lacksProject } from './http/api-error.ts'
import { api } from './http/client.ts'
import { type Prepared, requestIds } from './http/request-ids.ts'
import { liveSession } from './live/current-session.ts'

/**
 * Gives a request for a card the card's id, before it is sent.
 * @param intent Identity of the request, if that is less than all of it.
 */
export const prepareGeneration = (request: RequestGenerationInput, intent: object = request) =>
  requestIds.prepare({ request, intent })

/** Generates the images of a prepared card. The same card again makes one. */
export async function sendGeneration(prepared: Prepared<RequestGenerationInput>) {
  const generation = await requestIds.send(prepared, (input, id) => api.generations.request({ ...input, id }))
  liveSession().adopt(generation)
  return generation
}

/** Generates four images. The same request again, before the first has succeeded, makes one generation. */
export const requestGeneration = (request: RequestGenerationInput, intent?: object) =>
  sendGeneration(prepareGeneration(request, intent))

/** Cancels the pending images. */
export const cancelGeneration = (id: string) => api.generations.cancel({ id })

/** Retries one failed or canceled image. */
export const retryImage = (id: string) => api.images.retry({ id })

/** A toast about a refused generation. */
type RefusalToast = {
  kind: 'error'
  title: string
  description: string
  action?: { label: string; to: '/pricing' }
}

/** The title of a refusal, and its text where the server gave none and there is a connection. */
export type RefusalTexts = { readonly title: string; readonly fallback: string }

const texts = {
  missing: (credits: string) => `${credits} credits are missing. Nothing was made, and nothing was charged.`,
  seePlans: 'See plans',
  error: 'Error',
  offline: 'There is no connection. Try again when it is back.',
}

/** The missing amount as text; null where the error does not contain it. */
function missingText(error: unknown): string | null {
  if (!hasErrorCode(error, 'out-of-credits') || !(error instanceof ORPCError)) return null
  const missing: unknown = Object(error.data).missing
  return typeof missing === 'number' && missing > 0 ? texts.missing(formatPrice(missing)) : null
}

/** The text of a refused generation, with a link to the plans where credits or a limit of the plan are the reason. */
export function generationRefusal(error: unknown, { title, fallback }: RefusalTexts): RefusalToast {
  const description = missingText(error) ?? errorMessage(error, navigator.onLine ? fallback : texts.offline)
  const helps = hasErrorCode(error, 'out-of-credits') || hasErrorCode(error, 'plan-limit')
  return {
    kind: 'error',
    title: lacksProject(error) ? texts.error : title,
    description,
    ...(helps && { action: { label: texts.seePlans, to: '/pricing' } }),
  }
}
