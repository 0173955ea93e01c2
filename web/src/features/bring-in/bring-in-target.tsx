import { useEffect, useState } from 'react'
import type { Point } from '#domain/geometry/rect.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { pastedPictures } from '#web/ui/files.ts'
import { bringFiles } from './bring-files.ts'
import { BringInBar } from './bring-in-bar.tsx'
import { cornerUnder, DropPlace, placeUnder } from './drop-place.tsx'
import { offerWorkflows, useOpenWorkflow } from './offer-workflows.ts'
import { bringInTexts } from './texts.ts'

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
  const openWorkflow = useOpenWorkflow()

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const leave = () => setOver(null)
    const move = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      if (event.defaultPrevented || !isOnCanvas(event)) return leave()
      event.preventDefault()
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
      void offerWorkflows(dropped, openWorkflow).then((files) => bringFiles(session, files, corner))
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
  }, [session, openWorkflow])

  return (
    <>
      {over && <DropPlace session={session} {...over} />}
      <BringInBar session={session} />
    </>
  )
}
