import type { Query } from '@tanstack/react-query'
import type { AssetShape } from '#contract/asset.ts'
import { api } from '../client.ts'
import { queryClient } from '../query-client.ts'
import { filterOf, isLong, listOf, longLists, patchItems, readAnew } from './asset-lists.ts'
import { withNewest } from './newest-assets.ts'

/** The four images of a card come one after the other; the lists are read once for all of them. */
const gatherMs = 250
let timer: ReturnType<typeof setTimeout> | undefined
let isEverythingMeant = false
/** Images that have come and are in no list yet. */
const awaited = new Set<string>()

/** Reads the lists that are shown anew, soon: more has changed than an event tells. */
export function refreshAssets(): void {
  isEverythingMeant = true
  schedule()
}

/** Has the lists take in an image that has come, soon: a long list reads its newest page alone. */
export function takeInImage(imageId: string): void {
  awaited.add(imageId)
  schedule()
}

/** Takes the images of cards that went to the trash out of every list; the short ones are read anew, soon. */
export function takeOutCards(ids: ReadonlySet<string>): void {
  patchItems((items) => items.filter(({ generationId }) => !ids.has(generationId)))
  void readAnew(isBeingRead)
  schedule()
}

/** Shows what is thought of an image. */
export function takeInFeedback(imageId: string, feedback: AssetShape['feedback']): void {
  patchItems((items) => items.map((item) => (item.id === imageId ? { ...item, feedback } : item)))
  void readAnew((query) => filterOf(query).feedback !== undefined || isBeingRead(query))
}

/** What a list is given meanwhile, the answer takes away again. */
const isBeingRead = ({ state }: Query) => state.fetchStatus !== 'idle'

function schedule(): void {
  clearTimeout(timer)
  timer = setTimeout(refresh, gatherMs)
}

function refresh(): void {
  const come = [...awaited]
  awaited.clear()
  const isEverything = isEverythingMeant
  isEverythingMeant = false
  if (isEverything) return void readAnew()
  void readAnew((query) => !isLong(query))
  if (come.length > 0) for (const query of longLists()) void takeInNewest(query, come)
}

/** @param come Images of which the list has those that are as it is narrowed. */
async function takeInNewest(query: Query, come: readonly string[]): Promise<void> {
  const isThisOne = ({ queryHash }: Query) => queryHash === query.queryHash
  const filter = filterOf(query)
  // One that nobody looks at is read when somebody does; one that is being read would undo what it takes in.
  if (!query.isActive() || isBeingRead(query)) return void readAnew(isThisOne)
  try {
    const { items } = await api.assets.list(filter)
    const list = listOf(query)
    const merged = list && !isBeingRead(query) ? withNewest(list, items) : null
    const known = new Set(merged?.pages.flatMap((page) => page.items.map(({ id }) => id)))
    // An image of an old card, made again: its place is further down. A filter may leave it out altogether.
    const isWhole = Object.keys(filter).length > 0 || come.every((id) => known.has(id))
    if (merged && isWhole) queryClient.setQueryData(query.queryKey, merged)
    else void readAnew(isThisOne)
  } catch {
    // The next image, or the page when it is opened again, asks once more.
    void readAnew(isThisOne)
  }
}
