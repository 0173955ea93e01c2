import { queryOptions, useQuery } from '@tanstack/react-query'
import type { StyleInput, StyleShape } from '#contract/cards/style.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { withRequestId } from './http/request-ids.ts'

/** The sample styles and those of the user. */
export const stylesQuery = queryOptions({
  queryKey: ['styles'],
  queryFn: async ({ signal }) => (await api.styles.list({}, { signal })).items,
  staleTime: 5 * 60_000,
})

type Styles = readonly StyleShape[]
const patchStyles = (patch: (styles: StyleShape[]) => Styles) =>
  queryClient.setQueryData(stylesQuery.queryKey, (styles) => styles && [...patch(styles)])
const withChanged = (changed: StyleShape) =>
  patchStyles((styles) => styles.map((style) => (style.id === changed.id ? changed : style)))

/** Creates a private style; it is the first of the list. */
export async function createStyle(input: StyleInput): Promise<StyleShape> {
  const style = await withRequestId({ request: input }, (request, idempotencyKey) =>
    api.styles.create(request, { context: { idempotencyKey } }),
  )
  patchStyles((styles) => [style, ...styles])
  return style
}

/** Changes a private style. */
export async function changeStyle(id: string, input: StyleInput): Promise<StyleShape> {
  const style = await api.styles.change({ id, ...input })
  withChanged(style)
  return style
}

/** Deletes a private style. */
export async function deleteStyle(id: string): Promise<void> {
  await api.styles.remove({ id })
  patchStyles((styles) => styles.filter((style) => style.id !== id))
}

/** Pins or unpins a style: optimistic, and reverted where that fails. */
export async function setPinned(style: StyleShape, { isPinned }: { isPinned: boolean }): Promise<void> {
  withChanged({ ...style, isPinned })
  try {
    withChanged(await (isPinned ? api.styles.pin({ id: style.id }) : api.styles.unpin({ id: style.id })))
  } catch (error) {
    withChanged(style)
    throw error
  }
}

type StyleTitleTexts = {
  /** The text without a style. */
  readonly none: string
  /** The text for a deleted style. */
  readonly unknownStyle: string
}

/** The title of a style by its id, or a text without one. */
export function useStyleTitle({ none, unknownStyle }: StyleTitleTexts): (id: string | null) => string {
  const { data: styles = [] } = useQuery(stylesQuery)
  return (id) => (id === null ? none : (styles.find((style) => style.id === id)?.title ?? unknownStyle))
}

/** A style as it is attached to a prompt. */
export const attachmentOfStyle = ({ id, title, coverUrl, referenceIds }: StyleShape): Attachment => ({
  kind: 'style',
  id,
  name: title,
  thumbnailUrl: coverUrl,
  pictureCount: referenceIds.length,
})
