import { useEffect, useState } from 'react'
import { screenPoint, toBoard, toScreen } from '#domain/geometry/camera.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { cardHeightExpanded, cardWidth } from '#domain/layout/card.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { placeOfNew } from '#web/features/board/new-cards.ts'
import { pastedPictures } from '#web/ui/files.ts'
import { bringFiles } from './bring-files.ts'
import { BringInBar } from './bring-in-bar.tsx'
import { bringInTexts } from './texts.ts'
import './bring-in.css'

type Over = { readonly place: Point; readonly count: number }

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
const isOnCanvas = (event: DragEvent) => event.target instanceof Element && event.target.closest('.canvas') !== null
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null

/** The top left of a card whose middle is under the pointer, in canvas pixels. */
function cornerUnder({ controller }: BoardSession, { clientX, clientY }: DragEvent): Point {
  const { left = 0, top = 0 } = document.querySelector('.canvas')?.getBoundingClientRect() ?? {}
  const { x, y } = toBoard(screenPoint(clientX - left, clientY - top), controller.get())
  return { x: Math.round(x - cardWidth / 2), y: Math.round(y - cardHeightExpanded / 2) }
}

/**
 * Brings in files that are dropped on the canvas or pasted on the page, and shows where they will be. Panels above the canvas
 * handle their own: an event that was handled is left alone.
 */
export function BringInTarget({ session }: { session: BoardSession }) {
  const [over, setOver] = useState<Over | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const leave = () => setOver(null)
    const move = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      if (event.defaultPrevented || !isOnCanvas(event)) return leave()
      event.preventDefault()
      const { board, controller } = session
      const place = placeOfNew(cornerUnder(session, event), controller.visible(), [...board.cards.values()])
      const count = event.dataTransfer?.items.length ?? 1
      setOver((before) =>
        before?.place.x === place.x && before.place.y === place.y && before.count === count ? before : { place, count },
      )
    }
    const drop = (event: DragEvent) => {
      leave()
      if (!carriesFiles(event) || event.defaultPrevented || !isOnCanvas(event)) return
      event.preventDefault()
      void bringFiles(session, [...(event.dataTransfer?.files ?? [])], cornerUnder(session, event))
    }
    const paste = (event: ClipboardEvent) => {
      const files = pastedPictures(event.clipboardData, bringInTexts.pasted)
      if (event.defaultPrevented || files.length === 0 || isTyping(event.target)) return
      event.preventDefault()
      void bringFiles(session, files, null)
    }
    addEventListener('dragover', move, { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && leave(), { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', paste, { signal })
    return () => abort.abort()
  }, [session])

  return (
    <>
      {over && <DropPlace session={session} over={over} />}
      <BringInBar session={session} />
    </>
  )
}

/** The outline of the card that a drop will make. */
function DropPlace({ session: { controller }, over: { place, count } }: { session: BoardSession; over: Over }) {
  const camera = controller.get()
  const { left = 0, top = 0 } = document.querySelector('.canvas')?.getBoundingClientRect() ?? {}
  const { x, y } = toScreen(place, camera)
  return (
    <div
      className="bring-in-place"
      style={{
        width: cardWidth * camera.zoom,
        height: cardHeightExpanded * camera.zoom,
        transform: `translate(${left + x}px, ${top + y}px)`,
      }}
    >
      <b className="font-semibold">{bringInTexts.drop(count)}</b>
      <span className="text-muted">{bringInTexts.dropText(count)}</span>
    </div>
  )
}
