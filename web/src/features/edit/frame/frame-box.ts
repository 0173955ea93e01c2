import { beyondSource, maxResultPixels } from '#domain/edit/edit-frame.ts'
import { type EditFrame, maxResultSide } from '#domain/edit/operation.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/** A frame by its center: what it is turned and resized about. In pixels of the picture; `angle`: degrees clockwise. */
export type FrameBox = {
  readonly center: Point
  readonly width: number
  readonly height: number
  readonly angle: number
}

/** A frame that crops lies inside the picture, one that extends may reach beyond it. */
export type FramePurpose = 'crop' | 'extend'

/** The handles of a frame by the sides that they move. */
export const frameHandles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type FrameHandle = (typeof frameHandles)[number]

const minSide = 16

export const wholeBox = ({ width, height }: PixelSize): FrameBox => ({
  center: { x: width / 2, y: height / 2 },
  width,
  height,
  angle: 0,
})

function turned({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

/** The frame in whole pixels, as it is sent. */
export function frameOf({ center, width, height, angle }: FrameBox): EditFrame {
  const sides = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  const corner = { x: Math.round(center.x - sides.width / 2), y: Math.round(center.y - sides.height / 2) }
  const degrees = Math.round(angle * 10) / 10
  return { ...corner, ...sides, ...(degrees !== 0 && { angle: degrees }) }
}

export const boxOf = ({ x, y, width, height, angle = 0 }: EditFrame): FrameBox => ({
  center: { x: x + width / 2, y: y + height / 2 },
  width,
  height,
  angle,
})

/**
 * The frame on the stage, where it is upright and the picture is turned the other way about its own center. In pixels of the
 * picture.
 */
export function uprightRect({ center, width, height, angle }: FrameBox, picture: PixelSize): Rect {
  const middle = { x: picture.width / 2, y: picture.height / 2 }
  const from = turned({ x: center.x - middle.x, y: center.y - middle.y }, -angle)
  return { x: middle.x + from.x - width / 2, y: middle.y + from.y - height / 2, width, height }
}

/** The rectangle around the picture once it is turned against a frame's angle. */
export function turnedPictureRect({ angle }: FrameBox, { width, height }: PixelSize): Rect {
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))]
  const across = width * cos + height * sin
  const down = width * sin + height * cos
  return { x: (width - across) / 2, y: (height - down) / 2, width: across, height: down }
}

/** The frame moved by a distance on the stage, in pixels of the picture. */
export function movedBox(box: FrameBox, by: Point): FrameBox {
  const { x, y } = turned(by, box.angle)
  return { ...box, center: { x: box.center.x + x, y: box.center.y + y } }
}

type Resizing = {
  readonly handle: FrameHandle
  /** The distance that the handle was moved on the stage, in pixels of the picture. */
  readonly by: Point
  /** Width over height, to be kept; null: free. */
  readonly ratio: number | null
  /** `middle`: both sides move alike. */
  readonly about: 'opposite' | 'middle'
}

/** The frame after one of its handles was moved. */
export function resizedBox(box: FrameBox, { handle, by, ratio, about }: Resizing): FrameBox {
  const across = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0
  const down = handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0
  const reach = about === 'middle' ? 2 : 1
  let width = Math.max(minSide, box.width + across * by.x * reach)
  let height = Math.max(minSide, box.height + down * by.y * reach)
  if (ratio !== null) {
    const followsWidth = down === 0 || (across !== 0 && width / box.width >= height / box.height)
    if (followsWidth) height = width / ratio
    else width = height * ratio
  }
  if (about === 'middle') return { ...box, width, height }
  const shift = { x: (across * (width - box.width)) / 2, y: (down * (height - box.height)) / 2 }
  return movedBox({ ...box, width, height }, shift)
}

/** The frame of a ratio: the largest inside the picture, or the smallest around it. */
export function boxOfRatio(
  ratio: number,
  picture: PixelSize,
  { purpose, angle }: { readonly purpose: FramePurpose; readonly angle: number },
): FrameBox {
  const { width, height } = picture
  const isWider = width / height > ratio
  const fillsWidth = purpose === 'crop' ? !isWider : isWider
  const sides = fillsWidth ? { width, height: width / ratio } : { width: height * ratio, height }
  return heldBox({ ...wholeBox(picture), ...sides, angle }, picture, purpose)
}

/** Half of what the server allows for the rounding to whole pixels. */
const rounding = 0.5

/** Whether a frame is inside the picture, as it is sent. */
const isInside = (box: FrameBox, picture: PixelSize) => beyondSource(frameOf(box), picture) <= rounding

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Steps of halving until the scale is known to a tenth of a pixel of any picture. */
const halvings = 20

/** The frame as its purpose allows it: inside the picture, or touching it and no larger than a result may be. */
export function heldBox(box: FrameBox, picture: PixelSize, purpose: FramePurpose): FrameBox {
  const center = { x: clamp(box.center.x, 0, picture.width), y: clamp(box.center.y, 0, picture.height) }
  if (purpose === 'extend') {
    const side = Math.min(1, maxResultSide / Math.max(box.width, box.height))
    const scale = Math.min(side, Math.sqrt(maxResultPixels / (box.width * box.height)))
    const sides = { width: Math.floor(box.width * scale), height: Math.floor(box.height * scale) }
    return scale < 1 ? { ...box, ...sides } : box
  }
  const held = { ...box, center }
  if (isInside(held, picture)) return held
  const scale = largestShare((share) =>
    isInside({ ...held, width: box.width * share, height: box.height * share }, picture),
  )
  return { ...held, width: box.width * scale, height: box.height * scale }
}

/** The frame moved by a distance on the stage, as far as it stays inside the picture: along an edge it slides. */
export function slidBox(box: FrameBox, by: Point, picture: PixelSize): FrameBox {
  const along = (from: FrameBox, step: Point) =>
    movedBox(
      from,
      scaled(
        step,
        largestShare((share) => isInside(movedBox(from, scaled(step, share)), picture)),
      ),
    )
  return along(along(box, { x: by.x, y: 0 }), { x: 0, y: by.y })
}

const scaled = ({ x, y }: Point, share: number): Point => ({ x: x * share, y: y * share })

/** The largest share from 0 to 1 for which something holds that holds for 0. */
function largestShare(holds: (share: number) => boolean): number {
  if (holds(1)) return 1
  let [least, most] = [0, 1]
  for (let step = 0; step < halvings; step++) {
    const share = (least + most) / 2
    if (holds(share)) least = share
    else most = share
  }
  return least
}
