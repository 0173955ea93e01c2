import { queryOptions } from '@tanstack/react-query'
import type { DescriptionShape } from '#contract/cards/description.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'
import { withRequestId } from '../http/request-ids.ts'
import { liveSession } from '../live/current-session.ts'
import type { LanguageModelText } from './language-model.ts'

const everyDescription = ['description'] as const

/** The description of an image; null without one. */
export const descriptionQuery = (imageId: string) =>
  queryOptions({
    queryKey: [...everyDescription, imageId],
    queryFn: ({ signal }) => api.images.description({ id: imageId }, { signal }),
  })

type Describing = { readonly id: string; readonly language: string }

/**
 * Asks for a description of an image, which is not kept. Repeated after a lost reply, it is answered and paid once. @param language Tag of
 * the language. @throws ORPCError with a sentence where there is no language model, or it sees no pictures.
 */
export async function describeImage(request: Describing, signal: AbortSignal): Promise<LanguageModelText> {
  const { description, languageModel, price } = await withRequestId({ request }, (body, idempotencyKey) =>
    api.images.describe(body, { signal, context: { idempotencyKey } }),
  )
  return { text: description, languageModel, price }
}

/** A description to be kept, with the language model that wrote it; null: the user did. */
type NewDescription = {
  readonly text: string
  readonly language: string | null
  readonly languageModel: string | null
}

/** Keeps the description of an image, by which search finds it. */
export async function setDescription(imageId: string, description: NewDescription): Promise<void> {
  show(imageId, await api.images.setDescription({ id: imageId, ...description }))
}

export async function removeDescription(imageId: string): Promise<void> {
  await api.images.removeDescription({ id: imageId })
  show(imageId, null)
}

/** Shows the description of an image wherever it is shown or searched. */
function show(imageId: string, description: DescriptionShape | null): void {
  const query = descriptionQuery(imageId)
  // A read that began before the change would bring the earlier one back.
  void queryClient.cancelQueries({ queryKey: query.queryKey })
  queryClient.setQueryData(query.queryKey, description)
  liveSession().assets.setDescription(imageId, description)
}
