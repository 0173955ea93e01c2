import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { Button } from '#web/ui/button.tsx'
import { tryAgain } from '#web/ui/page-states.tsx'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { editorTexts } from '../texts.ts'
import { type Stroke, startStageGestures } from './start-stage-gestures.ts'
import type { StageView } from './use-stage-view.ts'
import './edit-stage.css'

type EditStageProps = {
  image: PixelSize & { readonly id: string; readonly prompt: string; readonly averageColor: string | null }
  view: StageView
  /** What is shown, in pixels of the picture. */
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
          data-shown={small === 'shown' || undefined}
          onLoad={() => setSmall('shown')}
          onError={() => setSmall('lost')}
        />
      )}
      {source && <img src={source} alt={prompt} draggable={false} data-shown />}
      {loading === 'loading' && (
        <span className="shimmer" role="status">
          <span className="edit-glass-label edit-loading">{editorTexts.pictureLoading}</span>
        </span>
      )}
    </>
  )
}
