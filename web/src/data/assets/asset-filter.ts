import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'
import { type AspectRatio, aspectRatios } from '#domain/models/aspect-ratio.ts'

/** What the list of assets is narrowed to; all conditions hold together, and none of them is there by default. */
export type AssetFilter = {
  /** Words of the prompt. */
  readonly q?: string
  /** The display name. */
  readonly model?: string
  readonly aspectRatio?: AspectRatio
  readonly feedback?: FeedbackType
  readonly projectId?: string
  /** The first and the last day, `YYYY-MM-DD` (UTC). */
  readonly from?: string
  readonly to?: string
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined)
const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined)
const id = (value: unknown) => (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? value : undefined)

/** Each part of the filter that an address carries; undefined where it carries none. */
export function assetFilterParts(search: Readonly<Record<string, unknown>>) {
  return {
    // A search for a number comes as one.
    q: text(typeof search.q === 'number' ? String(search.q) : search.q),
    model: text(search.model),
    aspectRatio: aspectRatios.find((ratio) => ratio === search.aspectRatio),
    feedback: feedbackTypes.find((type) => type === search.feedback),
    projectId: id(search.projectId),
    from: day(search.from),
    to: day(search.to),
  }
}

/** The filter that an address carries; whatever is none is left out. */
export const parseAssetFilter = (search: Readonly<Record<string, unknown>>): AssetFilter =>
  Object.fromEntries(Object.entries(assetFilterParts(search)).filter(([, value]) => value !== undefined))
