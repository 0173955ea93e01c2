import { withAttachment } from '#domain/prompt/attachment.ts'
import { tabStorage } from '#web/data/browser-storage.ts'
import { takeChosenAssets } from '#web/data/chosen-assets.ts'
import type { BoardView } from '../board-view.ts'
import { type Composing, parseComposing } from './composing.ts'

/** The prompt panel that was open when its page was left; what was typed is among the drafts. */
type LeftPanel = {
  readonly projectId: string
  readonly composing: Composing
  /** Why it was left: for the assets page, or because the page was unloaded. */
  readonly left: 'to-choose' | 'unloaded'
}

const storageKey = 'left-panel'

/** Keeps which panel is open, while the person picks images on the assets page or over a reload. */
export function keepLeftPanel({ board }: BoardView, composing: Composing, left: LeftPanel['left']): void {
  const kept: LeftPanel = { projectId: board.projectId, composing, left }
  tabStorage.writeJson(storageKey, kept)
}

const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

function takeLeftPanel(projectId: string): Composing | null {
  const kept = Object(tabStorage.readJson(storageKey)) as Partial<Record<keyof LeftPanel, unknown>>
  if (kept.projectId !== projectId) return null
  tabStorage.remove(storageKey)
  // A page that was left for another address and is visited once more opens without a panel.
  return kept.left === 'unloaded' && !wasReloaded() ? null : parseComposing(kept.composing)
}

/** Opens the panel again as it was left, with the images that were chosen meanwhile. One whose parent is gone stays closed. */
export function reopenLeftPanel({ board, drafts, composing }: BoardView): void {
  const left = takeLeftPanel(board.projectId)
  const isThere = left !== null && (left.kind === 'new' || board.cards.has(left.source.parentId))
  if (!isThere) return
  const chosen = takeChosenAssets('canvas')
  const draft = drafts.read(left)
  if (chosen.length > 0) drafts.keep(left, { ...draft, attachments: chosen.reduce(withAttachment, draft.attachments) })
  composing.set(left)
}

/** Keeps the open panel when the page is reloaded, as long as something was typed in it. Returns the stop. */
export function startKeepingPanel(view: BoardView): () => void {
  const keep = () => {
    const composing = view.composing.get()
    if (composing && view.drafts.isWritten(composing)) keepLeftPanel(view, composing, 'unloaded')
  }
  addEventListener('pagehide', keep)
  return () => removeEventListener('pagehide', keep)
}
