import { queryOptions } from '@tanstack/react-query'
import { api } from '../http/client.ts'
import { withRequestId } from '../http/request-ids.ts'

/** The language model that would answer the user now, null without one; and its price for one answer, in hundredths of a credit. */
export const languageModelQuery = queryOptions({
  queryKey: ['language-model'],
  queryFn: ({ signal }) => api.prompts.languageModel({}, { signal }),
})

/** The text of a language model, its name for people, and what it cost in hundredths of a credit. */
export type LanguageModelText = { readonly text: string; readonly languageModel: string; readonly price: number }

type Improving = { readonly prompt: string; readonly model: string; readonly projectId: string | null }

/**
 * Asks for a better prompt. Repeated after a lost reply, it is answered and paid once. @param model The name of the model that the prompt
 * is for. @throws ORPCError with a sentence where there is no language model, or its answer is no prompt.
 */
export async function improvePrompt(request: Improving, signal: AbortSignal): Promise<LanguageModelText> {
  const { prompt, languageModel, price } = await withRequestId({ request }, (body, idempotencyKey) =>
    api.prompts.improve(body, { signal, context: { idempotencyKey } }),
  )
  return { text: prompt, languageModel, price }
}
