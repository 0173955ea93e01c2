import { Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { useZoomPercent } from '#web/canvas/camera-controller.ts'
import { useStore } from '#web/data/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { BoardSession } from '../board-session.ts'
import { boardTexts } from '../texts.ts'
import { fitAll, zoomTo } from '../view-moves.ts'
import './canvas-bars.css'

const zoomStep = 0.01

/** Separate from the bar: it changes in every frame of a zoom. */
function Percent({ controller }: Pick<BoardSession, 'controller'>) {
  return boardTexts.percent(useZoomPercent(controller))
}

/** Zoom out, the level in percent, zoom in, and fit the whole board. */
export function ZoomBar({ session }: { session: BoardSession }) {
  const { controller, minimap } = session
  const minimapState = useStore(minimap)
  const zoomOut = useHeldPress(() => zoomTo(controller, controller.destination().zoom - zoomStep))
  const zoomIn = useHeldPress(() => zoomTo(controller, controller.destination().zoom + zoomStep))
  return (
    <div role="toolbar" aria-label={boardTexts.zoomBar} className="zoom-bar island">
      <IconButton label={boardTexts.zoomOut} {...zoomOut}>
        <Minus />
      </IconButton>
      <button
        type="button"
        className="h-9 w-14 rounded-8 pointer-coarse:h-11 font-semibold text-13 tabular-nums hover:bg-raised"
        data-tooltip={boardTexts.toFullSize}
        data-tooltip-keys="Mod+0"
        onClick={() => zoomTo(controller, 1)}
      >
        <Percent controller={controller} />
        <span className="sr-only">, {boardTexts.toFullSize}</span>
      </button>
      <IconButton label={boardTexts.zoomIn} {...zoomIn}>
        <Plus />
      </IconButton>
      <span className="mx-1.5 h-5 w-px bg-hairline" />
      <IconButton label={boardTexts.fit} keys="Shift+1" onClick={() => fitAll(session)}>
        <Maximize />
      </IconButton>
      <IconButton
        label={boardTexts.minimap}
        keys="M"
        aria-pressed={minimapState === 'open'}
        className="max-lg:hidden"
        onClick={() => minimap.set(minimapState === 'open' ? 'folded' : 'open')}
      >
        <MapIcon />
      </IconButton>
    </div>
  )
}

const firstRepeatMs = 300
const repeatMs = 60

/** A button that repeats while it is held. A single press, by pointer or key, acts once. */
function useHeldPress(act: () => void) {
  const latest = useRef(act)
  latest.current = act
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasRepeated = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const repeat = () => {
    hasRepeated.current = true
    latest.current()
    timer.current = setTimeout(repeat, repeatMs)
  }
  const release = () => clearTimeout(timer.current)

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      hasRepeated.current = false
      timer.current = setTimeout(repeat, firstRepeatMs)
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onClick() {
      if (!hasRepeated.current) latest.current()
      hasRepeated.current = false
    },
  }
}
