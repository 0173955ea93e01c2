import type { EventData, StoredEventName } from '#contract/events.ts'

/** One stored event of the stream. */
export type LiveEvent = {
  [Name in StoredEventName]: { readonly name: Name; readonly data: EventData<Name> }
}[StoredEventName]

/** One that changes a board. */
export type ProjectEvent = Exclude<LiveEvent, { name: 'credits-changed' | 'series-changed' | 'review-changed' }>

/** The names to listen to; the compiler sees to it that none is missing. */
const names: Record<StoredEventName, true> = {
  'generation-created': true,
  'generation-changed': true,
  'generation-deleted': true,
  'generation-restored': true,
  'image-changed': true,
  'project-changed': true,
  'review-changed': true,
  'series-changed': true,
  'credits-changed': true,
}
export const liveEventNames = Object.keys(names) as StoredEventName[]
