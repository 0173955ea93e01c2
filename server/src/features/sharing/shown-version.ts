import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import type { ModelNames } from '#server/cards/present-generation.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import { type OpenShare, shownTitle } from './open-share.ts'
import { cardsPerRead, live, readCards, selectNodes } from './shared-card-rows.ts'
import { readSharedItems } from './shared-items.ts'
import { touchedSince } from './shown-events.ts'
import { isInScope } from './shown-scope.ts'

/** Limit of all that is remembered, in cards: about 16 MB. */
const maxRemembered = 200_000
/** The part of one owner. Links beyond it are remembered without their cards: no owner takes the room of the others. */
const maxRememberedOfOwner = 50_000
/** A link without cards takes as much as this many. */
const linkWeight = 10
/** A link is read again after this time, since not every change has an event: the removal from the trash has none. */
const maxAgeMs = 6 * 3_600_000

type ShownState = {
  /** The owner's newest event then; 0 where none is kept. */
  readonly seq: number
  /** SHA-256 of the cards, frames and notes. */
  readonly digest: string
  /** Null: not known, so that any event of what is shown counts as one about it. */
  readonly cards: ReadonlySet<string> | null
  readonly readAtMs: number
}
type Remembered = { readonly owner: string; readonly state: ShownState }

/** The versions of what links to a frame and to starred images show. */
export type ShownVersions = {
  /**
   * The version of what a link shows in this snapshot: the same as long as that is the same, whatever else its owner does. All of it is
   * read only where an event is about a card that was shown or is now.
   */
  read(tx: Transaction, share: OpenShare): Promise<string>
}

/** Remembers what each link showed when it was looked at last, in this process. */
export function createShownVersions(): ShownVersions {
  const remembered = new Map<string, Remembered>()
  const weights = new Map<string, number>()
  const reading = new Map<string, Promise<ShownState>>()
  let total = 0

  function weigh(owner: string, added: number): void {
    const weight = (weights.get(owner) ?? 0) + added
    total += added
    if (weight === 0) weights.delete(owner)
    else weights.set(owner, weight)
  }
  function forget(id: string): void {
    const entry = remembered.get(id)
    if (!entry) return
    remembered.delete(id)
    weigh(entry.owner, -weightOf(entry.state))
  }
  /** Moves a link to the end, so that the first of the map is the one that was looked at longest ago. */
  function remember({ id, userId: owner }: OpenShare, state: ShownState): void {
    forget(id)
    const fits = (weights.get(owner) ?? 0) + weightOf(state) <= maxRememberedOfOwner
    const kept = fits ? state : { ...state, cards: null }
    remembered.set(id, { owner, state: kept })
    weigh(owner, weightOf(kept))
    for (const oldest of remembered.keys()) {
      if (total <= maxRemembered) return
      forget(oldest)
    }
  }
  /** Reads what a link shows once for all pages that look at it after the same event. */
  function readOnce(tx: Transaction, share: OpenShare, seq: number): Promise<ShownState> {
    const key = `${share.id} ${seq}`
    const current = reading.get(key)
    if (current) return current
    const work = readShownState(tx, share, seq).finally(() => reading.delete(key))
    reading.set(key, work)
    return work
  }

  return {
    async read(tx, share) {
      const seq = await latestSeq(tx, share.userId)
      const last = remembered.get(share.id)?.state
      // The newest event has a smaller number in an earlier snapshot, and where later ones were swept: both are read by themselves. An
      // earlier state may be remembered in place of a later one, since the events between them lead to it again.
      const isUsable = last && last.seq <= seq && performance.now() - last.readAtMs < maxAgeMs
      const isSame = isUsable && (last.seq === seq || !(await mayDiffer(tx, share, last)))
      const state = isSame ? { ...last, seq } : await readOnce(tx, share, seq)
      remember(share, state)
      return versionOf(share, state)
    },
  }
}

const weightOf = ({ cards }: ShownState): number => linkWeight + (cards?.size ?? 0)

/**
 * A part of the SHA-256 of all that a link shows, as a number that every release takes for a version. The title is that of the request,
 * which is read before the snapshot.
 */
function versionOf(share: OpenShare, { digest }: ShownState): string {
  const hash = createHash('sha256').update(JSON.stringify([shownTitle(share), digest]))
  return String(hash.digest().readUIntBE(0, 6))
}

/** Whether the owner's events since say that a link may show something else. */
async function mayDiffer(db: Querier, share: OpenShare, { seq, cards }: ShownState): Promise<boolean> {
  const { touched, hasItems } = await touchedSince(db, share, String(seq))
  if (!touched || hasItems) return true
  const others = [...touched]
  if (others.length === 0) return false
  if (!cards || others.some((id) => cards.has(id))) return true
  const { rows } = await db.execute(sql`
    select 1 from generations where id = any(${uuidArray(others)}) and project_id = ${share.projectId}
      and user_id = ${share.userId} and ${live} and ${isInScope(share)} limit 1`)
  return rows.length > 0
}

/**
 * The values of models in place of their names: a name changes without an event, and processes may differ in it, while one is replaced or
 * asks an engine for its models.
 */
const byValue: ModelNames = { find: () => undefined }

/** Reads everything that a link shows. */
async function readShownState(db: Querier, share: OpenShare, seq: number): Promise<ShownState> {
  const readAtMs = performance.now()
  const nodes = await selectNodes(db, share)
  const hidden = await readHiddenCards(db, share)
  const hash = createHash('sha256').update(JSON.stringify(await readSharedItems(db, share)))
  for (let from = 0; from < nodes.length; from += cardsPerRead) {
    const cards = await readCards(db, nodes.slice(from, from + cardsPerRead), { share, registry: byValue, hidden })
    hash.update(JSON.stringify(cards))
  }
  return { seq, digest: hash.digest('base64'), cards: new Set(nodes.map(({ id }) => id)), readAtMs }
}
