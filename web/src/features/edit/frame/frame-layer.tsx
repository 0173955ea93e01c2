import type { KeyboardEvent, PointerEvent } from 'react'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { arrowStep, type StepLengths } from '#web/canvas/input/arrow-steps.ts'
import { followPress } from '#web/canvas/input/follow-press.ts'
import { editorTexts } from '../texts.ts'
import {
  type FrameBox,
  type FrameHandle,
  type FramePurpose,
  frameHandles,
  frameOf,
  heldBox,
  movedBox,
  resizedBox,
  slidBox,
  uprightRect,
} from './frame-box.ts'

/** Steps of the arrow keys, in pixels of the picture. */
const pictureSteps: StepLengths = { step: 1, largeStep: 10 }

type FrameLayerProps = {
  box: FrameBox
  picture: PixelSize
  /** The shown part of the stage, and the screen pixels for a pixel of the picture. */
  area: Rect
  unit: number
  purpose: FramePurpose
  /** Width over height, to be kept; null: free. */
  ratio: number | null
  onChange(box: FrameBox): void
  /** Whether a handle is being dragged: meanwhile the stage keeps what it shows. */
  onResizing(isResizing: boolean): void
}

/** A frame over the picture, with eight handles. Dragging inside of it moves it; arrow keys move and resize it. */
export function FrameLayer({ box, picture, area, unit, purpose, ratio, onChange, onResizing }: FrameLayerProps) {
  const rect = uprightRect(box, picture)
  const inPicture = ({ x, y }: Point): Point => ({ x: x / unit, y: y / unit })
  const resized = (handle: FrameHandle, by: Point, about: 'middle' | 'opposite') =>
    onChange(heldBox(resizedBox(box, { handle, by, ratio, about }), picture, purpose))
  // The picture is moved inside of a frame that extends it, and a frame that crops over the picture.
  const moved = (by: Point) =>
    onChange(
      purpose === 'crop' ? slidBox(box, by, picture) : heldBox(movedBox(box, { x: -by.x, y: -by.y }), picture, purpose),
    )

  const drag = (event: PointerEvent<HTMLElement>, act: (by: Point, isMiddle: boolean) => void, resizes: boolean) => {
    event.stopPropagation()
    if (event.button !== 0) return
    const { altKey } = event
    const end = () => onResizing(false)
    followPress(event.nativeEvent, event.currentTarget, {
      onMove(offset) {
        onResizing(resizes)
        act(inPicture(offset), altKey)
      },
      onEnd: end,
      onCancel() {
        onChange(box)
        end()
      },
    })
  }
  const pressKey = (event: KeyboardEvent, act: (by: Point) => void) => {
    const by = arrowStep(event, pictureSteps)
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    act(by)
  }

  const { width, height } = frameOf(box)
  return (
    <div
      className="edit-frame"
      data-purpose={purpose}
      style={{
        left: (rect.x - area.x) * unit,
        top: (rect.y - area.y) * unit,
        width: rect.width * unit,
        height: rect.height * unit,
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a button would show a pressed state */}
      <div
        role="button"
        tabIndex={0}
        className="edit-frame-inside"
        aria-label={`${editorTexts.frame}, ${editorTexts.pixels({ width, height })}`}
        onPointerDown={(event) => drag(event, moved, false)}
        onKeyDown={(event) => pressKey(event, moved)}
      />
      {frameHandles.map((handle) => (
        <button
          key={handle}
          type="button"
          className="edit-handle"
          data-handle={handle}
          aria-label={editorTexts.handle[handle]}
          onPointerDown={(event) =>
            drag(event, (by, isMiddle) => resized(handle, by, isMiddle ? 'middle' : 'opposite'), true)
          }
          onKeyDown={(event) => pressKey(event, (by) => resized(handle, by, event.altKey ? 'middle' : 'opposite'))}
        />
      ))}
      {purpose === 'extend' && <AddedSides box={box} picture={picture} />}
      <span className="edit-frame-size">{editorTexts.pixels({ width, height })}</span>
    </div>
  )
}

/** Number of pixels that are added at each side, in the middle of what is added. */
function AddedSides({ box, picture }: { box: FrameBox; picture: PixelSize }) {
  const { x, y, width, height } = frameOf(box)
  const right = x + width - picture.width
  const bottom = y + height - picture.height
  const across = (pixels: number) => ({ left: `${(pixels / width) * 100}%`, top: '50%' })
  const down = (pixels: number) => ({ left: '50%', top: `${(pixels / height) * 100}%` })
  const sides = [
    { added: -x, style: across(-x / 2) },
    { added: right, style: across(width - right / 2) },
    { added: -y, style: down(-y / 2) },
    { added: bottom, style: down(height - bottom / 2) },
  ]
  return sides
    .filter(({ added }) => added > 0)
    .map(({ added, style }) => (
      <span key={`${style.left} ${style.top}`} className="edit-added" style={style} aria-hidden="true">
        {added}
      </span>
    ))
}
