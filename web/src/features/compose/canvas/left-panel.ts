import { useRouter } from '@tanstack/react-router'
import { withAttachment } from '#domain/prompt/attachment.ts'
import { assetChooserAddress, type ChoosingPurpose, startChoosing, takeChosenAssets } from '#web/data/chosen-assets.ts'
import { tabStorage } from '#web/data/storage/current-storage.ts'
import { type BoardSession, useBoardSession } from '#web/features/board/board-session.ts'
import { composeDraftsOf, type DraftPlace } from './compose-drafts.ts'

/** The prompt panel or bar that was open when its page was left; its text is among the drafts. */
type LeftPanel = {
  readonly projectId: string
  readonly composing: DraftPlace
  /** Why it was left: for the assets page, or because the page was unloaded. */
  readonly left: 'to-choose' | 'unloaded'
}

const storageKey = 'left-panel'

/** Stores which panel is open, while the user picks images on the assets page or over a reload. */
function keepLeftPanel({ board }: BoardSession, composing: DraftPlace, left: LeftPanel['left']): void {
  const kept: LeftPanel = { projectId: board.projectId, composing, left }
  tabStorage.write(storageKey, kept)
}

/** Parses the stored target of the panel; null where it is invalid. */
function parsePlace(stored: unknown): DraftPlace | null {
  if (stored === 'bar') return stored
  const { kind, place, source } = Object(stored) as { kind?: unknown; place?: unknown; source?: unknown }
  const { x, y } = Object(place) as { x?: unknown; y?: unknown }
  const { parentId, imageId } = Object(source) as { parentId?: unknown; imageId?: unknown }
  if (typeof x !== 'number' || typeof y !== 'number') return null
  if (kind === 'new') return { kind, place: { x, y } }
  const isBranch = kind === 'enhance' || kind === 'remix'
  if (!isBranch || typeof parentId !== 'string' || typeof imageId !== 'string') return null
  return { kind, place: { x, y }, source: { parentId, imageId } }
}

const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

function readLeftPanel(projectId: string): DraftPlace | null {
  const kept = Object(tabStorage.read(storageKey)) as Partial<Record<keyof LeftPanel, unknown>>
  if (kept.projectId !== projectId) return null
  tabStorage.remove(storageKey)
  // A page that was left for another address and is visited again opens without a panel.
  return kept.left === 'unloaded' && !wasReloaded() ? null : parsePlace(kept.composing)
}

/** Restores the panel or the bar with the images that were chosen meanwhile. One whose parent is gone stays closed. */
export function reopenLeftPanel({ board, overlays, promptBar }: BoardSession): void {
  const drafts = composeDraftsOf(board.projectId)
  const left = readLeftPanel(board.projectId)
  if (left === null) return
  if (left !== 'bar' && left.kind !== 'new' && !board.cards.has(left.source.parentId)) return
  const chosen = takeChosenAssets('canvas')
  const draft = drafts.read(left)
  if (chosen.length > 0) drafts.keep(left, { ...draft, attachments: chosen.reduce(withAttachment, draft.attachments) })
  if (left === 'bar') promptBar.set('open')
  else overlays.open({ kind: 'compose', composing: left })
}

/** Stores the open panel or bar when the page is reloaded, if it has a draft. Returns the stop. */
export function startKeepingPanel(session: BoardSession): () => void {
  const keep = () => {
    const isBarOpen = session.promptBar.get() === 'open'
    const open = session.overlays.find('compose')?.composing ?? (isBarOpen ? 'bar' : null)
    if (open && composeDraftsOf(session.board.projectId).isWritten(open)) keepLeftPanel(session, open, 'unloaded')
  }
  addEventListener('pagehide', keep)
  return () => removeEventListener('pagehide', keep)
}

/** Opens the assets page to pick images; the panel or the bar is restored when the user comes back. */
export function useSelectAsset(composing: DraftPlace): (purpose: ChoosingPurpose) => void {
  const session = useBoardSession()
  const { history } = useRouter()
  return (purpose) => {
    keepLeftPanel(session, composing, 'to-choose')
    startChoosing({ purpose, composer: 'canvas' })
    history.push(assetChooserAddress(purpose, history.location.href))
  }
}
