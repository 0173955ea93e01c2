import { type ReactNode, useEffect, useState } from 'react'
import { screenPoint, toBoard, toScreen } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardHeightExpanded, cardWidth } from '#domain/layout/card.ts'
import { freeView } from '#web/canvas/free-view.ts'
import { useStore } from '#web/data/store.ts'
import type { WorkflowFile } from '#web/data/workflows.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { placeOfNew, spaceOn } from '#web/features/board/cards/new-cards.ts'
import { pastedPictures } from '#web/ui/files.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.ts'
import { bringFilesLater, loadBringFiles } from './bring-files-later.ts'
import { bringingOn } from './bringing.ts'
import { bringInTexts } from './texts.ts'
import { useOpenWorkflow } from './use-open-workflow.ts'
import './bring-in.css'

/** Files may be dropped without a connection: they wait for it. */
const bringInBar = offlinePart(async () => {
  await loadBringFiles()
  return (await import('./bring-in-bar.tsx')).BringInBar
})

type Over = { readonly place: Point; readonly count: number }

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
const isOnCanvas = (event: DragEvent) => event.target instanceof Element && event.target.closest('.canvas') !== null
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null

/**
 * Brings in files that are dropped on the canvas or pasted on the page, and shows where they will be. Panels above the canvas
 * handle their own: an event that was handled is left alone.
 */
export function BringInTarget({ session }: { session: BoardSession }) {
  const [over, setOver] = useState<Over | null>(null)
  const isShown = useStore(bringingOn(session.board)) !== null
  const openWorkflow = useOpenWorkflow()

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const leave = () => setOver(null)
    const move = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      if (event.defaultPrevented) return leave()
      event.preventDefault()
      void loadBringFiles().catch(() => {})
      if (!isOnCanvas(event)) {
        // Else the browser would open the file in the place of the canvas.
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
        return leave()
      }
      const place = placeUnder(session, event)
      const count = event.dataTransfer?.items.length ?? 1
      setOver((before) =>
        before?.place.x === place.x && before.place.y === place.y && before.count === count ? before : { place, count },
      )
    }
    const drop = (event: DragEvent) => {
      leave()
      if (!carriesFiles(event) || event.defaultPrevented || !isOnCanvas(event)) return
      event.preventDefault()
      const corner = cornerUnder(session, event)
      const dropped = [...(event.dataTransfer?.files ?? [])]
      void offerWorkflows(dropped, openWorkflow).then((files) => bringFilesLater(session, files, corner))
    }
    const paste = (event: ClipboardEvent) => {
      const files = pastedPictures(event.clipboardData, bringInTexts.pasted)
      if (event.defaultPrevented || files.length === 0 || isTyping(event.target)) return
      event.preventDefault()
      void bringFilesLater(session, files, null)
    }
    addEventListener('dragover', move, { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && leave(), { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', paste, { signal })
    return () => abort.abort()
  }, [session, openWorkflow])

  return (
    <>
      {over && <DropPlace session={session} {...over} />}
      {isShown && <LazySlot part={bringInBar} props={{ session }} />}
    </>
  )
}

const workflowTexts = bringInTexts.workflow

/** Whether a file may be a workflow by itself; a picture that carries one comes in as a picture. */
const isJsonFile = ({ name, type }: File) => type === 'application/json' || /\.json$/i.test(name)

/** Offers workflows of ComfyUI among dropped files as models. @returns The other files. */
async function offerWorkflows(
  files: readonly File[],
  open: (workflow: WorkflowFile) => void,
): Promise<readonly File[]> {
  if (!files.some(isJsonFile)) return files
  const { readWorkflowFile } = await import('#web/data/workflows.ts')
  const kept: File[] = []
  for (const file of files) {
    const read = isJsonFile(file) ? await readWorkflowFile(file) : 'other'
    if (read === 'editor')
      showToast({ kind: 'info', title: workflowTexts.editorTitle(file.name), description: workflowTexts.editor })
    else if (typeof read === 'string') kept.push(file)
    else
      showToast({
        kind: 'info',
        title: workflowTexts.title(read.name),
        description: workflowTexts.text,
        action: { label: workflowTexts.add, run: () => open(read) },
      })
  }
  return kept
}

/** The pointer, in screen pixels. */
type Pointer = { readonly clientX: number; readonly clientY: number }

/** The top left of the canvas, in pixels of the window. */
function canvasCorner() {
  const { left = 0, top = 0 } = document.querySelector('.canvas')?.getBoundingClientRect() ?? {}
  return { left, top }
}

/** The top left of a card whose middle is under the pointer, in canvas pixels. */
export function cornerUnder({ controller }: BoardSession, { clientX, clientY }: Pointer): Point {
  const { left, top } = canvasCorner()
  const { x, y } = toBoard(screenPoint(clientX - left, clientY - top), controller.get())
  return { x: Math.round(x - cardWidth / 2), y: Math.round(y - cardHeightExpanded / 2) }
}

/** Where a card will be that is dropped here: on nothing that is there. */
export const placeUnder = (session: BoardSession, pointer: Pointer): Point =>
  placeOfNew(cornerUnder(session, pointer), freeView(session.controller), spaceOn(session.board))

type DropPlaceProps = {
  session: BoardSession
  /** The top left of the card, in canvas pixels. */
  place: Point
  /** Pictures that are dropped. */
  count: number
  /** The pictures, where they are known. */
  children?: ReactNode
}

/** A card at this place, in pixels of the window. */
function outlineAt({ controller }: BoardSession, place: Point): Rect {
  const camera = controller.get()
  const { left, top } = canvasCorner()
  const { x, y } = toScreen(place, camera)
  return { x: left + x, y: top + y, width: cardWidth * camera.zoom, height: cardHeightExpanded * camera.zoom }
}

/** Whether the middle of a card at this place lies in the window, where its outline is seen. */
export function isPlaceSeen(session: BoardSession, place: Point): boolean {
  const { x, y, width, height } = outlineAt(session, place)
  const middle = { x: x + width / 2, y: y + height / 2 }
  return middle.x >= 0 && middle.y >= 0 && middle.x <= innerWidth && middle.y <= innerHeight
}

/** The outline of the card that a drop will make. Where all places in the view are taken, a line at the top says what it will do. */
export function DropPlace({ session, place, count, children }: DropPlaceProps) {
  const { x, y, width, height } = outlineAt(session, place)
  const words = (
    <>
      <b className="font-semibold">{bringInTexts.drop(count)}</b>
      <span className="text-muted">{bringInTexts.dropText(count)}</span>
    </>
  )
  const isSeen = isPlaceSeen(session, place)
  return (
    // It follows the pointer; what a drop has done is announced.
    <div aria-hidden="true">
      <div
        className="bring-in-place pointer-events-none fixed top-0 left-0 gap-0.5 overflow-hidden rounded-16 bg-panel text-center text-13 [border:1.5px_dashed_var(--ink)]"
        style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
      >
        {children}
        {isSeen && words}
      </div>
      {!isSeen && (
        <p className="bring-in-line island pointer-events-none fixed top-[68px] z-drop flex w-max -translate-x-1/2 gap-2 px-3 py-2 text-13">
          {words}
        </p>
      )}
    </div>
  )
}
