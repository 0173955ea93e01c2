import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { kept, type PictureView, placed, type Size, scaledAbout } from '#web/canvas/picture/picture-view.ts'

const middle: Point = { x: 0, y: 0 }

export type StageView = ReturnType<typeof useStageView>

/**
 * The view of the editor's stage: which part of what is edited is seen, and how large.
 * @param area What is edited, in pixels of the picture: its own rectangle, or a frame that reaches beyond it. Another area starts
 *   fitted.
 */
export function useStageView({ x, y, width, height }: Rect) {
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState<Size>({ width: 1, height: 1 })
  const key = `${x} ${y} ${width} ${height}`
  const [state, setState] = useState<{ key: string; view: PictureView }>({ key, view: 'fit' })
  const view = state.key === key ? state.view : 'fit'

  useLayoutEffect(() => {
    if (!stage) return
    const measure = () => setRoom({ width: stage.clientWidth, height: stage.clientHeight })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(stage)
    return () => watch.disconnect()
  }, [stage])

  const sizes = useMemo(
    () => ({ picture: { width: width / devicePixelRatio, height: height / devicePixelRatio }, room }),
    [width, height, room],
  )
  const change = useCallback(
    (next: (before: PictureView) => PictureView) =>
      setState((before) => ({ key, view: next(before.key === key ? before.view : 'fit') })),
    [key],
  )
  const scaleAbout = useCallback(
    (factor: number, still: Point) => change((before) => scaledAbout(before, factor, still, sizes)),
    [change, sizes],
  )
  const moveBy = useCallback(
    (by: Point) =>
      change((before) =>
        before === 'fit' ? before : kept({ ...before, x: before.x + by.x, y: before.y + by.y }, sizes.picture, room),
      ),
    [change, sizes, room],
  )

  const at = placed(view, sizes.picture, room)
  /** Screen pixels for a pixel of the picture. */
  const unit = at.scale / devicePixelRatio
  return {
    stageRef: setStage,
    stage,
    /** The area on the screen, from the top left of the stage. */
    areaRect: {
      x: room.width / 2 + at.x - (width * unit) / 2,
      y: room.height / 2 + at.y - (height * unit) / 2,
      width: width * unit,
      height: height * unit,
    },
    unit,
    percent: Math.round(at.scale * 100),
    isFitted: view === 'fit',
    fit: () => change(() => 'fit'),
    /** One pixel of the picture for one of the screen. */
    full: () => change((before) => scaledAbout(before, 1 / placed(before, sizes.picture, room).scale, middle, sizes)),
    scaleAbout,
    moveBy,
    /** The pixel of the picture under a point of the window. */
    toPicture({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
      const { left = 0, top = 0 } = stage?.getBoundingClientRect() ?? {}
      return {
        x: x + (clientX - left - room.width / 2 - at.x) / unit + width / 2,
        y: y + (clientY - top - room.height / 2 - at.y) / unit + height / 2,
      }
    },
  }
}
