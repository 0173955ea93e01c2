import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'
import { type Origin, origins } from '#domain/generation/origin.ts'
import { type AspectRatio, aspectRatios } from '#domain/models/aspect-ratio.ts'

/** The filter of the list of assets; all conditions apply together, and all are optional. */
export type AssetFilter = {
  /** Words of the prompt. */
  readonly q?: string
  /** The display name. */
  readonly model?: string
  readonly origin?: Origin
  readonly aspectRatio?: AspectRatio
  readonly feedback?: FeedbackType
  readonly projectId?: string
  /** The id of the API token that asked for them. */
  readonly madeBy?: string
  /** The first and the last day, `YYYY-MM-DD` (UTC). */
  readonly from?: string
  readonly to?: string
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined)
const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined)
const id = (value: unknown) => (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? value : undefined)

/** The parts of a filter in an address; undefined where a part is missing. */
export function assetFilterParts(search: Readonly<Record<string, unknown>>) {
  return {
    // The router parses a search for a number as one.
    q: text(typeof search.q === 'number' ? String(search.q) : search.q),
    model: text(search.model),
    origin: origins.find((origin) => origin === search.origin),
    aspectRatio: aspectRatios.find((ratio) => ratio === search.aspectRatio),
    feedback: feedbackTypes.find((type) => type === search.feedback),
    projectId: id(search.projectId),
    madeBy: id(search.madeBy),
    from: day(search.from),
    to: day(search.to),
  }
}

/** Parses the filter of an address; invalid parts are left out. */
export const parseAssetFilter = (search: Readonly<Record<string, unknown>>): AssetFilter =>
  Object.fromEntries(Object.entries(assetFilterParts(search)).filter(([, value]) => value !== undefined))
