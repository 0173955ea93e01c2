import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { areaForCards } from '#domain/purses/purse.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/button.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { addFrame, addFrameInMiddle, inMiddle, openNote, openNoteInMiddle } from './edit-items.ts'
import { frameTexts } from './texts.ts'

/** A ring that is put into the middle of the view: two cards wide and two high, in canvas pixels. */
const newPurseSize = { width: 1_880, height: 900 }

/** A drag shorter than this was a press, in screen pixels. */
const shortest = 8

const boxOf = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

const pointOf = (event: PointerEvent<HTMLElement>): Point => {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

/** A press that came before this code: from where, how far it went until now, and whether it has ended. From the top left of the canvas. */
export type HeldPress = {
  readonly pointerId: number
  readonly from: Point
  readonly to: Point
  readonly isOver: boolean
}

export type ToolSurfaceProps = {
  session: BoardSession
  tool: 'frame' | 'note' | 'purse'
  /** A press to go on with. */
  held: { current: HeldPress | null }
}

/**
 * Lies over the canvas while a frame or the ring of a purse is drawn, or a note is placed: by mouse, pen or one finger, or by Enter in the
 * middle of the view. Escape and a button leave.
 */
export function ToolSurface({ session, tool, held }: ToolSurfaceProps) {
  const { items, controller } = session
  const surface = useRef<HTMLDivElement>(null)
  const from = useRef<Point | null>(null)
  const [box, setBox] = useState<Rect | null>(null)
  const hint = frameTexts.hints[matchMedia('(pointer: coarse)').matches ? 'touch' : 'keys'][tool]
  useEffect(() => announce(hint), [hint])

  const add = (area: Rect) =>
    tool === 'purse'
      ? session.overlays.open({ kind: 'give-credits', area: areaForCards(area) })
      : addFrame(session, area)
  const addInMiddle = () => (tool === 'purse' ? add(inMiddle(session, newPurseSize)) : addFrameInMiddle(session))
  const leave = () => items.tool.set('select')
  const onBoard = ({ x, y }: Point) => toBoard(screenPoint(x, y), controller.get())
  useKeys(
    'panel',
    [
      ['Escape', leave],
      [
        'Enter',
        (event) => {
          // The button has the focus.
          if (event.target instanceof Element && surface.current?.contains(event.target)) return false
          leave()
          if (tool === 'note') openNoteInMiddle(session)
          else addInMiddle()
          return true
        },
      ],
    ],
    { within: surface, reach: 'page' },
  )

  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || from.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = pointOf(event)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (from.current && tool !== 'note') setBox(boxOf(from.current, pointOf(event)))
  }
  const end = (to: Point) => {
    const { current } = from
    if (!current) return
    from.current = null
    leave()
    const drawn = boxOf(current, to)
    if (tool === 'note') openNote(session, onBoard(to))
    else if (Math.max(drawn.width, drawn.height) < shortest) addInMiddle()
    else {
      const { zoom } = controller.get()
      add({ ...onBoard(drawn), width: drawn.width / zoom, height: drawn.height / zoom })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it takes the place of what kept the press
  useLayoutEffect(() => {
    const press = held.current
    held.current = null
    if (!press) return
    from.current = press.from
    if (press.isOver) return end(press.to)
    surface.current?.setPointerCapture(press.pointerId)
    if (tool !== 'note') setBox(boxOf(press.from, press.to))
  }, [])
  const cancel = () => {
    from.current = null
    setBox(null)
  }
  return (
    <div
      ref={surface}
      role="application"
      aria-label={hint}
      className="absolute inset-0 z-[5] cursor-crosshair touch-none"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={(event) => end(pointOf(event))}
      onPointerCancel={cancel}
    >
      <div className="-translate-x-1/2 island pointer-events-none absolute top-[76px] left-1/2 flex w-max max-w-[calc(100vw-24px)] items-center gap-2 py-1 pr-1 pl-3">
        <p className="text-13 text-muted">{hint}</p>
        <Button
          kind="line"
          size="small"
          className="pointer-events-auto flex-none"
          // Not the beginning of what is drawn.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={leave}
        >
          {frameTexts.leaveTool}
        </Button>
      </div>
      {box && (
        <div
          className="pointer-events-none absolute top-0 left-0 border border-accent bg-accent/10"
          style={{
            width: box.width,
            height: box.height,
            borderRadius: tool === 'purse' ? 140 * controller.get().zoom : 0,
            transform: `translate(${box.x}px, ${box.y}px)`,
          }}
        />
      )}
    </div>
  )
}
