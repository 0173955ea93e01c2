import type { Model } from '../models/model.ts'
import type { AppliedStyle } from '../styles/style.ts'

/** The role of a reference picture: its content, or only its look. */
export type ReferenceRole = 'content' | 'look'

/** A reference by its id, an upload's or an image's. */
export type NamedReference = {
  readonly id: string
  readonly role: ReferenceRole
  /** Whether the user named it for this picture, or it came with a style. */
  readonly from: 'request' | 'style'
}

/**
 * The references of a picture in the order in which a model receives them. Those of the style come last, as far as the
 * model still accepts pictures: a request is not refused because of them.
 */
export function referencesOf(
  asked: {
    readonly imagePrompts: readonly string[]
    readonly styleReferences: readonly string[]
    readonly style: Pick<AppliedStyle, 'referenceIds'> | null
  },
  { mostImagePrompts }: Pick<Model, 'mostImagePrompts'>,
): NamedReference[] {
  const named = [
    ...asked.imagePrompts.map((id) => ({ id, role: 'content', from: 'request' }) as const),
    ...asked.styleReferences.map((id) => ({ id, role: 'look', from: 'request' }) as const),
  ]
  const room = Math.max(0, mostImagePrompts - named.length)
  const ofStyle = (asked.style?.referenceIds ?? []).slice(0, room)
  return [...named, ...ofStyle.map((id) => ({ id, role: 'look', from: 'style' }) as const)]
}
