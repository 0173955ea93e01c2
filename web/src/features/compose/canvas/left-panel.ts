import { useRouter } from '@tanstack/react-router'
import { withAttachment } from '#domain/prompt/attachment.ts'
import { tabStorage } from '#web/data/browser-storage.ts'
import { assetChooserAddress, type ChoosingPurpose, startChoosing, takeChosenAssets } from '#web/data/chosen-assets.ts'
import { type BoardSession, useBoardSession } from '#web/features/board/board-session.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { composeDraftsOf } from './compose-drafts.ts'

/** The prompt panel that was open when its page was left; its text is among the drafts. */
type LeftPanel = {
  readonly projectId: string
  readonly composing: Composing
  /** Why it was left: for the assets page, or because the page was unloaded. */
  readonly left: 'to-choose' | 'unloaded'
}

const storageKey = 'espalier.left-panel'

/** Stores which panel is open, while the user picks images on the assets page or over a reload. */
export function keepLeftPanel({ board }: BoardSession, composing: Composing, left: LeftPanel['left']): void {
  const kept: LeftPanel = { projectId: board.projectId, composing, left }
  tabStorage.writeJson(storageKey, kept)
}

/** Parses the stored target of the panel; null where it is invalid. */
function parseComposing(stored: unknown): Composing | null {
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

function readLeftPanel(projectId: string): Composing | null {
  const kept = Object(tabStorage.readJson(storageKey)) as Partial<Record<keyof LeftPanel, unknown>>
  if (kept.projectId !== projectId) return null
  tabStorage.remove(storageKey)
  // A page that was left for another address and is visited again opens without a panel.
  return kept.left === 'unloaded' && !wasReloaded() ? null : parseComposing(kept.composing)
}

/** Restores the panel with the images that were chosen meanwhile. One whose parent is gone stays closed. */
export function reopenLeftPanel({ board, overlays }: BoardSession): void {
  const drafts = composeDraftsOf(board.projectId)
  const left = readLeftPanel(board.projectId)
  const isThere = left !== null && (left.kind === 'new' || board.cards.has(left.source.parentId))
  if (!isThere) return
  const chosen = takeChosenAssets('canvas')
  const draft = drafts.read(left)
  if (chosen.length > 0) drafts.keep(left, { ...draft, attachments: chosen.reduce(withAttachment, draft.attachments) })
  overlays.open({ kind: 'compose', composing: left })
}

/** Stores the open panel when the page is reloaded, if it has a draft. Returns the stop. */
export function startKeepingPanel(session: BoardSession): () => void {
  const keep = () => {
    const composing = session.overlays.find('compose')?.composing
    if (composing && composeDraftsOf(session.board.projectId).isWritten(composing))
      keepLeftPanel(session, composing, 'unloaded')
  }
  addEventListener('pagehide', keep)
  return () => removeEventListener('pagehide', keep)
}

/** Opens the assets page to pick images; the panel is restored when the user comes back. */
export function useSelectAsset(composing: Composing): (purpose: ChoosingPurpose) => void {
  const session = useBoardSession()
  const { history } = useRouter()
  return (purpose) => {
    keepLeftPanel(session, composing, 'to-choose')
    startChoosing({ purpose, composer: 'canvas' })
    history.push(assetChooserAddress(purpose, history.location.href))
  }
}
