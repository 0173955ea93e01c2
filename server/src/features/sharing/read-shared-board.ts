import type { SharedBoardHeader } from '#contract/sharing/shared-board.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import type { WriteLine } from '../boards/read-board.ts'
import { type OpenShare, shownTitle } from './open-share.ts'
import { boardVersionOf, type SharedBoardDeps } from './read-changes.ts'
import { cardsPerRead, readCards, selectNodes } from './shared-card-rows.ts'
import { readSharedItems } from './shared-items.ts'

/** The board of a link, from one snapshot, field by field. */
export function readSharedBoard(
  { system, registry, shownVersions }: SharedBoardDeps,
  share: OpenShare,
  write: WriteLine,
): Promise<void> {
  return readSnapshot(system, async (tx) => {
    const version = await boardVersionOf(tx, share, shownVersions)
    const nodes = await selectNodes(tx, share)
    const hidden = await readHiddenCards(tx, share)
    const header: SharedBoardHeader = {
      id: share.id,
      title: shownTitle(share),
      ownerName: share.ownerName,
      scope: share.scope.kind,
      showsPrompts: share.showsPrompts,
      grants: share.grants,
      allowsCopies: share.showsPrompts && share.allowsCopies,
      expiresAt: share.expiresAt,
      visitorName: share.visitor?.name ?? null,
      version,
      count: nodes.length,
      ...(await readSharedItems(tx, share)),
    }
    if (!(await write(JSON.stringify(header)))) return
    for (let from = 0; from < nodes.length; from += cardsPerRead) {
      const cards = await readCards(tx, nodes.slice(from, from + cardsPerRead), { share, registry, hidden })
      if (!(await write(JSON.stringify(cards)))) return
    }
  })
}
