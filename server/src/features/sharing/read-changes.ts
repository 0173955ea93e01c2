import { sql } from 'drizzle-orm'
import type { SharedChangesShape, SharedFeedbackShape } from '#contract/sharing/shared-board.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { type OpenShare, shownTitle } from './open-share.ts'
import { readCards, selectNodes } from './shared-card-rows.ts'
import { readSharedItems } from './shared-items.ts'
import { scanEvents, touchedSince } from './shown-events.ts'
import { isNarrowed } from './shown-scope.ts'
import type { ShownVersions } from './shown-version.ts'

/** Needed to read what links show. */
export type SharedBoardDeps = {
  readonly system: SystemDatabase
  readonly registry: ModelRegistry
  readonly shownVersions: ShownVersions
}

/** The current version of what a link shows: of a part of a project its digest, otherwise the number of the owner's newest event. */
export const boardVersionOf = async (tx: Transaction, share: OpenShare, versions: ShownVersions): Promise<string> =>
  isNarrowed(share) ? versions.read(tx, share) : String(await latestSeq(tx, share.userId))

/** Whether what a link shows may have changed since a version, and the current version. @param known Left out for the first request. */
export async function boardSince(
  tx: Transaction,
  share: OpenShare,
  { known, versions }: { readonly known: string | undefined; readonly versions: ShownVersions },
): Promise<SharedFeedbackShape['board']> {
  if (known !== undefined && !isNarrowed(share)) return scanEvents(tx, share, known)
  const version = await boardVersionOf(tx, share, versions)
  return { version, isChanged: known !== undefined && version !== known }
}

/** The changes of what a link shows since a version of at most a day ago: new and changed cards, and those that are gone. */
export function readChanges(
  { system, registry, shownVersions }: SharedBoardDeps,
  share: OpenShare,
  known: string,
): Promise<SharedChangesShape> {
  return readSnapshot(system, async (tx) => {
    const title = shownTitle(share)
    const none = { title, cards: [], gone: [], items: null }
    if (isNarrowed(share)) {
      // A card that has left a frame is nowhere named as one that was in it, and no other id may be: all that is shown is read again.
      const version = await shownVersions.read(tx, share)
      return { ...none, version, isTooMuch: version !== known }
    }
    const { version, touched, hasItems } = await touchedSince(tx, share, known)
    if (!touched) return { ...none, version, isTooMuch: true }
    const shown = (await selectNodes(tx, share)).filter(({ id }) => touched.has(id))
    const hidden = await readHiddenCards(tx, share)
    const cards = await readCards(tx, shown, { share, registry, hidden })
    const there = new Set(cards.map(({ id }) => id))
    // Nothing of the rest of the project is revealed, not even an id.
    const wereShown = await selectNodes(tx, share, sql`true`)
    const gone = wereShown.flatMap(({ id }) => (touched.has(id) && !there.has(id) ? [id] : []))
    return { version, title, isTooMuch: false, cards, gone, items: hasItems ? await readSharedItems(tx, share) : null }
  })
}
