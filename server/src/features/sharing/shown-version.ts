import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Querier, Transaction } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { readHiddenCards } from '../series/hidden-cards.ts'
import { type OpenShare, shownTitle } from './open-share.ts'
import { cardsPerRead, live, readCards, selectNodes } from './shared-card-rows.ts'
import { readSharedItems } from './shared-items.ts'
import { touchedSince } from './shown-events.ts'
import { isInScope } from './shown-scope.ts'

/** The cards of all remembered links, together about 16 MB. */
const maxRememberedCards = 200_000
/** Events are kept for a day: what was looked at longer ago is read again. */
const maxRestMs = 6 * 3_600_000

type ShownState = {
  /** The owner's newest event then. */
  readonly seq: number
  readonly version: string
  readonly cards: ReadonlySet<string>
}
type Remembered = ShownState & { readonly lookedAtMs: number }

/** The versions of what links to a frame and to starred images show. */
export type ShownVersions = {
  /**
   * The version of what a link shows in this snapshot: the same as long as that is the same, whatever else its owner does. All of it is
   * read only where an event is about a card that was shown or is now.
   */
  read(tx: Transaction, share: OpenShare): Promise<string>
}

/** Remembers what each link showed when it was looked at last, in this process. */
export function createShownVersions({ registry }: { readonly registry: ModelRegistry }): ShownVersions {
  const remembered = new Map<string, Remembered>()
  let count = 0

  function forget(id: string): void {
    count -= remembered.get(id)?.cards.size ?? 0
    remembered.delete(id)
  }
  /** Moves a link to the end, so that the first of the map is the one that was looked at longest ago. */
  function remember(id: string, state: ShownState): void {
    if ((remembered.get(id)?.seq ?? 0) > state.seq) return
    forget(id)
    remembered.set(id, { ...state, lookedAtMs: performance.now() })
    count += state.cards.size
    for (const oldest of remembered.keys()) {
      if (count <= maxRememberedCards) return
      forget(oldest)
    }
  }

  return {
    async read(tx, share) {
      const seq = await latestSeq(tx, share.userId)
      const last = remembered.get(share.id)
      const isRecent = last && last.seq <= seq && performance.now() - last.lookedAtMs < maxRestMs
      const state =
        isRecent && !(await mayDiffer(tx, share, last))
          ? { ...last, seq }
          : { seq, ...(await readShownState(tx, share, registry)) }
      remember(share.id, state)
      return state.version
    },
  }
}

/** Whether the owner's events since say that a link may show something else. */
async function mayDiffer(db: Querier, share: OpenShare, { seq, cards }: ShownState): Promise<boolean> {
  const { touched, hasItems } = await touchedSince(db, share, String(seq))
  if (!touched || hasItems) return true
  const others = [...touched]
  if (others.some((id) => cards.has(id))) return true
  if (others.length === 0) return false
  const { rows } = await db.execute(sql`
    select 1 from generations where id = any(${uuidArray(others)}) and project_id = ${share.projectId}
      and user_id = ${share.userId} and ${live} and ${isInScope(share)} limit 1`)
  return rows.length > 0
}

/** Reads everything that a link shows. The version is a part of its SHA-256, as a number that every release takes for a version. */
async function readShownState(
  db: Querier,
  share: OpenShare,
  registry: ModelRegistry,
): Promise<Omit<ShownState, 'seq'>> {
  const nodes = await selectNodes(db, share)
  const hidden = await readHiddenCards(db, share)
  const hash = createHash('sha256').update(JSON.stringify([shownTitle(share), await readSharedItems(db, share)]))
  for (let from = 0; from < nodes.length; from += cardsPerRead)
    hash.update(
      JSON.stringify(await readCards(db, nodes.slice(from, from + cardsPerRead), { share, registry, hidden })),
    )
  return { version: String(hash.digest().readUIntBE(0, 6)), cards: new Set(nodes.map(({ id }) => id)) }
}
