import { queryOptions } from '@tanstack/react-query'
import type { DescribeImagesReply, DescriptionShape } from '#contract/cards/description.ts'
import { patchItems } from '../assets/asset-lists.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'
import { withRequestId } from '../http/request-ids.ts'
import type { LanguageModelText } from './language-model.ts'
import { wordKeys } from './word-keys.ts'

/** The description of an image; null without one. */
export const descriptionQuery = (imageId: string) =>
  queryOptions({
    queryKey: [...wordKeys.descriptions, imageId],
    queryFn: ({ signal }) => api.images.description({ id: imageId }, { signal }),
  })

/** While images wait, this is read again after so long: a failure sends no event. */
const waitingPollMs = 5_000

/** The number of images that wait for their description in the background, and those that could not be described. */
export const waitingDescriptionsQuery = queryOptions({
  queryKey: [...wordKeys.descriptions, 'waiting'],
  queryFn: ({ signal }) => api.images.waitingDescriptions({}, { signal }),
  refetchInterval: ({ state: { data } }) => (data && data.waiting > 0 ? waitingPollMs : false),
})

const refreshWaiting = () => queryClient.invalidateQueries({ queryKey: waitingDescriptionsQuery.queryKey })

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

type DescribingAll = {
  readonly imageIds: readonly string[]
  readonly language: string
  /** The offered price of all of them, in hundredths of a credit: a request that costs more is refused. */
  readonly price: number
}

/** Has images described in the background: each description is kept when it is there, unless the user has written one. */
export async function describeImages(request: DescribingAll): Promise<DescribeImagesReply> {
  const reply = await withRequestId({ request }, ({ imageIds, ...body }, idempotencyKey) =>
    api.images.describeAll({ ...body, imageIds: [...imageIds] }, { context: { idempotencyKey } }),
  )
  await refreshWaiting()
  return reply
}

/** Ends what waits for a description. */
export async function endDescriptions(): Promise<void> {
  await api.images.endDescriptions({})
  await refreshWaiting()
}

/** A description to be kept, with the language model that wrote it; null: the user did. */
type NewDescription = {
  readonly text: string
  readonly language: string | null
  readonly languageModel: string | null
}

/** Keeps the description of an image, by which search finds it. */
export async function setDescription(imageId: string, description: NewDescription): Promise<void> {
  await show(imageId, await api.images.setDescription({ id: imageId, ...description }))
}

export async function removeDescription(imageId: string): Promise<void> {
  await api.images.removeDescription({ id: imageId })
  await show(imageId, null)
}

/** Shows the description of an image wherever the image is; an event has searches read again. */
async function show(imageId: string, description: DescriptionShape | null): Promise<void> {
  const { queryKey } = descriptionQuery(imageId)
  // A read that began before the change would bring the earlier one back.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, description)
  const listed = description && { text: description.text, languageModel: description.languageModel }
  patchItems((items) => items.map((item) => (item.id === imageId ? { ...item, description: listed } : item)))
}
