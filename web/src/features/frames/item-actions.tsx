import { CopyPlus, FileImage, FileText, Pencil, Presentation, Scan, Share2, Trash2 } from 'lucide-react'
import { type PointerEvent, type PointerEvent as ReactPointerEvent, useLayoutEffect, useRef } from 'react'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { pressThing } from '#web/features/board/cards/drag-cards.ts'
import { keepInWindow, placeOverBoard } from '#web/features/board/keep-in-window.ts'
import { IconButton } from '#web/ui/button.tsx'
import { duplicateItems, fitFrames, removeItems, selectedItems } from './edit-items.ts'
import { exportSole } from './frame-commands.ts'
import { frameTexts } from './texts.ts'

/** A press on a button is none on the frame or note below it. */
const stop = (event: PointerEvent) => event.stopPropagation()

/** The buttons above the only selected frame or note. They keep their size on the screen, and stay in it at the sides. */
export function ItemActions({ session, kind }: { session: BoardSession; kind: 'frame' | 'note' }) {
  const { board, controller, items } = session
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => placeOverBoard({ board, controller }, () => bar.current && keepInWindow(bar.current, controller)),
    [board, controller],
  )
  const edit = () => {
    const { frames, notes } = selectedItems(session)
    if (frames[0]) items.edited.set({ kind: 'title', frameId: frames[0].id })
    else if (notes[0]) items.edited.set({ kind: 'note', noteId: notes[0].id })
  }
  return (
    <div ref={bar} className="item-actions island" role="toolbar" aria-label={frameTexts.actions} onPointerDown={stop}>
      <IconButton
        size="small"
        label={kind === 'frame' ? frameTexts.rename : frameTexts.edit}
        keys="Enter"
        onClick={edit}
      >
        <Pencil />
      </IconButton>
      {kind === 'frame' && (
        <IconButton
          size="small"
          label={frameTexts.fit}
          onClick={() => fitFrames(session, selectedItems(session).frames)}
        >
          <Scan />
        </IconButton>
      )}
      <IconButton size="small" label={frameTexts.duplicate} keys="Mod+D" onClick={() => duplicateItems(session)}>
        <CopyPlus />
      </IconButton>
      {kind === 'frame' && (
        <>
          <IconButton
            size="small"
            label={frameTexts.present}
            keys="Shift+P"
            onClick={() => session.overlays.open({ kind: 'present' })}
          >
            <Presentation />
          </IconButton>
          <IconButton
            size="small"
            label={frameTexts.share}
            onClick={() => {
              const [frame] = selectedItems(session).frames
              if (frame) session.overlays.open({ kind: 'share', scope: { kind: 'frame', frameId: frame.id } })
            }}
          >
            <Share2 />
          </IconButton>
          <IconButton
            size="small"
            label={frameTexts.exportPng}
            keys="Mod+E"
            onClick={() => void exportSole(session, 'png')}
          >
            <FileImage />
          </IconButton>
          <IconButton size="small" label={frameTexts.exportPdf} onClick={() => void exportSole(session, 'pdf')}>
            <FileText />
          </IconButton>
        </>
      )}
      <IconButton
        size="small"
        label={frameTexts.remove}
        keys="Del"
        onClick={() => removeItems(session, session.selection.get().items)}
      >
        <Trash2 />
      </IconButton>
    </div>
  )
}

/** Follows a press on a frame's title or a note, but not on a link or a button in it. */
export function pressItem(session: BoardSession, id: string, { nativeEvent, currentTarget }: ReactPointerEvent): void {
  const { target } = nativeEvent
  if (target instanceof Element && target.closest('a, [role="toolbar"]')) return
  pressThing(session, nativeEvent, currentTarget, { id, kind: 'items' })
}
