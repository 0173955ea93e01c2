import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { imageAddress } from '#web/data/image-address.ts'
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
  return (
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
          style={{
            left: -area.x * unit,
            top: -area.y * unit,
            width: image.width * unit,
            height: image.height * unit,
            backgroundColor: image.averageColor ?? undefined,
            rotate: turned === 0 ? undefined : `${turned}deg`,
          }}
        >
          <Picture key={image.id} image={image} />
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
  )
}

/** At once the small file, which is loaded already; over it the original once it is decoded. */
function Picture({ image: { id, prompt } }: { image: { readonly id: string; readonly prompt: string } }) {
  const { source } = useDecoded(imageAddress(id, 'original'))
  return (
    <>
      <img src={imageAddress(id, 512)} alt={source ? '' : prompt} draggable={false} />
      {source && <img src={source} alt={prompt} draggable={false} />}
    </>
  )
}
