import { Maximize, Minus, Plus } from 'lucide-react'
import { fitToView, screenPoint, zoomAbout } from '#domain/geometry/camera.ts'
import { boundsOf } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { useZoomPercent } from '#web/canvas/use-zoom.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { boardTexts } from './texts.ts'
import { useHeldPress } from './use-held-press.ts'

const zoomStep = 0.01
const glideMs = 200
const fitMargin = 80

/** Zooms around the middle of the view. */
export function zoomTo(controller: CameraController, zoom: number): void {
  const { width, height } = controller.viewport()
  controller.glideTo(zoomAbout(controller.get(), screenPoint(width / 2, height / 2), zoom), glideMs)
}

/** Frames all cards; without any: zoom 1, pan 0. */
export function fitAll(controller: CameraController, board: BoardStore): void {
  const viewport = controller.viewport()
  const margin = Math.min(fitMargin, viewport.width / 12)
  controller.glideTo(fitToView(boundsOf([...board.cards.values()].map(cardRect)), viewport, margin), glideMs)
}

/** Out, the level in percent, in, and the whole board. */
export function ZoomBar({ controller, board }: { controller: CameraController; board: BoardStore }) {
  const percent = useZoomPercent(controller)
  const zoomOut = useHeldPress(() => zoomTo(controller, controller.get().zoom - zoomStep))
  const zoomIn = useHeldPress(() => zoomTo(controller, controller.get().zoom + zoomStep))
  return (
    <div
      role="toolbar"
      aria-label={boardTexts.zoomBar}
      className="island -translate-x-1/2 absolute bottom-4 left-1/2 z-10 flex h-12 items-center gap-0.5 px-1.5"
    >
      <IconButton label={boardTexts.zoomOut} {...zoomOut}>
        <Minus />
      </IconButton>
      <button
        type="button"
        className="h-9 w-14 rounded-8 font-semibold text-13 tabular-nums hover:bg-raised"
        data-tooltip={boardTexts.toFullSize}
        data-tooltip-keys="Ctrl 0"
        onClick={() => zoomTo(controller, 1)}
      >
        {boardTexts.percent(percent)}
        <span className="sr-only">, {boardTexts.toFullSize}</span>
      </button>
      <IconButton label={boardTexts.zoomIn} {...zoomIn}>
        <Plus />
      </IconButton>
      <span className="mx-1.5 h-5 w-px bg-hairline" />
      <IconButton label={boardTexts.fit} keys="Shift 1" onClick={() => fitAll(controller, board)}>
        <Maximize />
      </IconButton>
    </div>
  )
}
