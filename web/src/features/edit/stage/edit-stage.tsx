import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { kept, type PictureView, placed, type Size, scaledAbout } from '#web/canvas/picture/picture-view.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { Button } from '#web/ui/button.tsx'
import { tryAgain } from '#web/ui/page-states.tsx'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { editorTexts } from '../texts.ts'
import { type Stroke, startStageGestures } from './start-stage-gestures.ts'
import './edit-stage.css'

type EditStageProps = {
  image: PixelSize & { readonly id: string; readonly prompt: string; readonly averageColor: string | null }
  view: StageView
  /** The shown part, in pixels of the picture. */
  area: Rect
  /** Degrees by which the picture is turned clockwise about its center. */
  turned: number
  /** Begins a stroke; null: the press moves the view. */
  begin(event: PointerEvent): Stroke | null
  /** The diameter of the brush under the pointer, in pixels of the picture; null: no brush. */
  brush: number | null
  /** Above the picture, in its own box. */
  onPicture?: ReactNode
  children?: ReactNode
}

/** The room with the picture: panned and zoomed, and drawn on. */
export function EditStage({ image, view, area, turned, begin, brush, onPicture, children }: EditStageProps) {
  const { stage, stageRef, areaRect, unit } = view
  const [pointer, setPointer] = useState<{ x: number; y: number } | null>(null)
  // Read by running gestures: restarted after each step, they would lose their fingers.
  const latest = useRef({ begin, view })
  latest.current = { begin, view }
  useEffect(() => {
    if (!stage) return
    return startStageGestures(stage, {
      onScale: (factor, still) => latest.current.view.scaleAbout(factor, still),
      onMove: (by) => latest.current.view.moveBy(by),
      begin: (event) => latest.current.begin(event),
      onHover: (event) => {
        const { left = 0, top = 0 } = stage.getBoundingClientRect()
        setPointer(event && { x: event.clientX - left, y: event.clientY - top })
      },
    })
  }, [stage])
  const diameter = brush === null ? 0 : brush * unit
  const [loading, setLoading] = useState<Loading>('loading')
  const [tries, setTries] = useState(0)
  return (
    <>
      <section
        ref={stageRef}
        className="edit-stage"
        data-drawing={brush !== null || undefined}
        aria-label={editorTexts.stage}
      >
        <div
          className="edit-area"
          style={{
            transform: `translate(${areaRect.x}px, ${areaRect.y}px)`,
            width: areaRect.width,
            height: areaRect.height,
          }}
        >
          <div
            className="edit-picture"
            data-loading={loading}
            style={{
              left: -area.x * unit,
              top: -area.y * unit,
              width: image.width * unit,
              height: image.height * unit,
              backgroundColor: loading === 'shown' ? undefined : (image.averageColor ?? undefined),
              rotate: turned === 0 ? undefined : `${turned}deg`,
            }}
          >
            <Picture key={`${image.id} ${tries}`} image={image} onLoading={setLoading} />
            {onPicture}
          </div>
          {children}
        </div>
        {pointer && brush !== null && (
          <span
            className="edit-brush"
            aria-hidden="true"
            style={{
              width: diameter,
              height: diameter,
              translate: `${pointer.x - diameter / 2}px ${pointer.y - diameter / 2}px`,
            }}
          />
        )}
      </section>
      {/* Beside the room, whose presses draw. */}
      {loading === 'lost' && (
        <div role="alert" className="edit-lost">
          <p>{editorTexts.pictureLost}</p>
          <Button kind="line" size="small" onClick={() => setTries(tries + 1)}>
            {tryAgain}
          </Button>
        </div>
      )}
    </>
  )
}

/** Whether a picture is shown; `lost`: the original did not load, after several tries. */
type Loading = 'loading' | 'shown' | 'lost'

type PictureProps = {
  image: { readonly id: string; readonly prompt: string }
  onLoading(loading: Loading): void
}

/** At once the small file, which is loaded already; over it the original once it is decoded. */
function Picture({ image: { id, prompt }, onLoading }: PictureProps) {
  const { source, isLost } = useDecoded(imageAddress(id, 'original'))
  const [small, setSmall] = useState<Loading>('loading')
  const loading = isLost ? 'lost' : source !== null || small === 'shown' ? 'shown' : 'loading'
  useEffect(() => onLoading(loading), [loading, onLoading])
  return (
    <>
      {small !== 'lost' && (
        <img
          src={imageAddress(id, 512)}
          alt={source ? '' : prompt}
          draggable={false}
          className={small === 'shown' ? undefined : 'invisible'}
          onLoad={() => setSmall('shown')}
          onError={() => setSmall('lost')}
        />
      )}
      {source && <img src={source} alt={prompt} draggable={false} />}
      {loading === 'loading' && (
        <span className="shimmer" role="status">
          <span className="edit-glass-label edit-loading">{editorTexts.pictureLoading}</span>
        </span>
      )}
    </>
  )
}

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
