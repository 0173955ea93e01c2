import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { areaForCards } from '#domain/purses/purse.ts'
import { followPress } from '#web/canvas/input/follow-press.ts'
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

/** The place of a pointer, from the top left of the canvas. */
const pointOf = ({ clientX, clientY }: MouseEvent, node: Element): Point => {
  const { left, top } = node.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** A press that came before this code: how far it went until now, from the top left of the canvas, and whether it has ended. */
export type HeldPress = {
  readonly press: PointerEvent
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

  const end = (from: Point, to: Point) => {
    leave()
    const drawn = boxOf(from, to)
    if (tool === 'note') openNote(session, onBoard(to))
    else if (Math.max(drawn.width, drawn.height) < shortest) addInMiddle()
    else {
      const { zoom } = controller.get()
      add({ ...onBoard(drawn), width: drawn.width / zoom, height: drawn.height / zoom })
    }
  }
  const draw = (press: PointerEvent, node: HTMLElement) => {
    if (press.button !== 0) return
    const from = pointOf(press, node)
    const at = ({ x, y }: Point) => ({ x: from.x + x, y: from.y + y })
    followPress(press, node, {
      threshold: 0,
      onMove: (offset) => tool !== 'note' && setBox(boxOf(from, at(offset))),
      onEnd: (offset) => end(from, at(offset)),
      onCancel: () => setBox(null),
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it takes the place of what kept the press
  useLayoutEffect(() => {
    const [kept, node] = [held.current, surface.current]
    held.current = null
    if (!kept || !node) return
    const from = pointOf(kept.press, node)
    if (kept.isOver) return end(from, kept.to)
    if (tool !== 'note') setBox(boxOf(from, kept.to))
    draw(kept.press, node)
  }, [])
  return (
    <div
      ref={surface}
      role="application"
      aria-label={hint}
      className="absolute inset-0 z-surface cursor-crosshair touch-none"
      onPointerDown={({ nativeEvent, currentTarget }) => draw(nativeEvent, currentTarget)}
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
