import { withAttachment } from '#domain/prompt/attachment.ts'
import { takeChosenAssets } from '#web/data/chosen-assets.ts'
import type { BoardView } from '../board-view.ts'
import type { ComposeDraft } from './compose-drafts.ts'
import type { Composing } from './composing.ts'

/** The prompt panel as it was when its page was left for the assets page. */
type LeftPanel = { readonly projectId: string; readonly composing: Composing; readonly draft: ComposeDraft }

const storageKey = 'left-panel'

/** Keeps the open panel while the person picks images on the assets page. */
export function keepLeftPanel({ board }: BoardView, composing: Composing, draft: ComposeDraft): void {
  const left: LeftPanel = { projectId: board.projectId, composing, draft }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(left))
  } catch {
    // Storage is blocked: the panel is closed when the person comes back.
  }
}

function takeLeftPanel(): LeftPanel | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as LeftPanel | null
    sessionStorage.removeItem(storageKey)
    return left
  } catch {
    return null
  }
}

/** Opens the panel again as it was left, with the images that were chosen meanwhile. One whose parent is gone stays closed. */
export function reopenLeftPanel({ board, drafts, composing }: BoardView): void {
  const left = takeLeftPanel()
  if (left?.projectId !== board.projectId) return
  const isThere = left.composing.kind === 'new' || board.cards.has(left.composing.source.parentId)
  if (!isThere) return
  const attachments = takeChosenAssets('canvas').reduce(withAttachment, left.draft.attachments)
  drafts.keep(left.composing, { ...left.draft, attachments })
  composing.set(left.composing)
}
