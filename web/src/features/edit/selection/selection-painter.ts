import { contours } from 'd3-contour'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { SelectionStep } from './selection.ts'

/** The longest side of the painted selection: sharp on a screen, and quick to paint whatever the picture's size. */
const longestPainted = 1_536
/** The longest side of the copy whose edge is followed: 4 ms for 256 × 256, 15 ms for 512 × 512. */
const longestFollowed = 384

const within = ({ width, height }: PixelSize, longest: number) => {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { scale, width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export type SelectionPainter = ReturnType<typeof createSelectionPainter>

/** Paints a selection for the screen: what was selected so far, and the stroke that is being drawn. */
export function createSelectionPainter(picture: PixelSize) {
  const { scale, width, height } = within(picture, longestPainted)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  const copy = within(picture, longestFollowed)
  const followed = new OffscreenCanvas(copy.width, copy.height).getContext('2d', { willReadFrequently: true })
  if (!context || !followed) throw new Error('The browser gave no canvas.')
  let shown: readonly SelectionStep[] = []
  let painting = { color: '#fff', scale, masks: new Map() as LoadedMasks }

  /** Gives everything the color: masks of the server are white. */
  const tint = () => {
    context.globalCompositeOperation = 'source-in'
    context.fillStyle = painting.color
    context.fillRect(0, 0, width, height)
    context.globalCompositeOperation = 'source-over'
  }
  const repaint = () => {
    paintSelection(context, shown, painting)
    tint()
  }
  const isShown = (steps: readonly SelectionStep[]) =>
    steps.length === shown.length && steps.every((step, at) => step === shown[at])

  return {
    canvas,
    /** Shows these steps; nothing is painted where they are shown already. */
    show(steps: readonly SelectionStep[]): void {
      if (isShown(steps)) return
      shown = steps
      repaint()
    },
    /** The color, and the masks that have been loaded. */
    restyle(color: string, masks: LoadedMasks): void {
      painting = { ...painting, color, masks }
      repaint()
    },
    /** Paints a step above those that are shown. @param from For a stroke that goes on: its first new point. */
    preview(step: SelectionStep, from = 0): void {
      paintStep(context, step, painting, from)
      if (from === 0) shown = [...shown.filter((each) => each !== step), step]
    },
    /** Removes what is previewed. */
    takeBack(step: SelectionStep): void {
      shown = shown.filter((each) => each !== step)
      repaint()
    },
    covered(): Covered {
      followed.clearRect(0, 0, copy.width, copy.height)
      followed.drawImage(canvas, 0, 0, copy.width, copy.height)
      const { data } = followed.getImageData(0, 0, copy.width, copy.height)
      const alpha = new Uint8ClampedArray(copy.width * copy.height)
      for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * 4 + 3] ?? 0
      return coveredBy(alpha, copy, picture)
    },
  }
}

/** A step that is painted from a picture of the server. */
export type LoadedStep = Extract<SelectionStep, { readonly address: string }>

/** Loads the picture of a step: its opacity, or that of a mask, where what is white becomes opaque and all else transparent. */
export async function loadMask({ kind, address }: LoadedStep): Promise<CanvasImageSource> {
  const image = new Image()
  image.src = address
  await image.decode()
  if (kind === 'opacity') return image
  const { naturalWidth: width, naturalHeight: height } = image
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gave no canvas of this size.')
  context.drawImage(image, 0, 0)
  const pixels = context.getImageData(0, 0, width, height)
  for (let at = 0; at < pixels.data.length; at += 4) {
    pixels.data[at + 3] = pixels.data[at] ?? 0
    pixels.data.fill(255, at, at + 3)
  }
  context.putImageData(pixels, 0, 0)
  return canvas
}

type MaskContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Masks of the server by their address, decoded. */
export type LoadedMasks = ReadonlyMap<string, CanvasImageSource>

/** The style of a step: the color of the selection, and the canvas pixels for a pixel of the picture. */
type Painting = { readonly color: string; readonly scale: number; readonly masks: LoadedMasks }

/** Paints the part of a brush stroke from one of its points on: round, and as wide as it was at each point. */
function paintBrush(context: MaskContext, points: readonly number[], from: number): void {
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (let at = from * 3; at < points.length; at += 3) {
    const [x = 0, y = 0, width = 0] = points.slice(at, at + 3)
    const [beforeX = x, beforeY = y] = at >= 3 ? points.slice(at - 3, at - 1) : []
    context.lineWidth = width
    context.beginPath()
    context.moveTo(beforeX, beforeY)
    // A line without a length draws nothing in some browsers.
    context.lineTo(x, beforeX === x && beforeY === y ? y + 0.01 : y)
    context.stroke()
  }
}

function paintOutline(context: MaskContext, rings: readonly (readonly number[])[]): void {
  context.beginPath()
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      if (at === 0) context.moveTo(ring[at] ?? 0, ring[at + 1] ?? 0)
      else context.lineTo(ring[at] ?? 0, ring[at + 1] ?? 0)
    }
    context.closePath()
  }
  context.fill('evenodd')
}

function paintLasso(context: MaskContext, points: readonly number[]): void {
  context.beginPath()
  for (let at = 0; at < points.length; at += 2) context.lineTo(points[at] ?? 0, points[at + 1] ?? 0)
  context.fill()
}

/**
 * Paints one step of a selection onto a canvas that holds the steps before it: opaque where it is selected, transparent elsewhere.
 * @param from For a brush stroke that goes on: the first point that is new.
 */
function paintStep(context: MaskContext, step: SelectionStep, { color, scale, masks }: Painting, from = 0): void {
  const { width, height } = context.canvas
  context.save()
  context.fillStyle = color
  context.strokeStyle = color
  if ('mode' in step) {
    context.globalCompositeOperation = step.mode === 'add' ? 'source-over' : 'destination-out'
    context.scale(scale, scale)
  }
  switch (step.kind) {
    case 'brush':
      paintBrush(context, step.points, from)
      break
    case 'lasso':
      paintLasso(context, step.points)
      break
    case 'outline':
      paintOutline(context, step.rings)
      break
    case 'rectangle': {
      const { x, y, width: across, height: down } = step.rect
      context.fillRect(x, y, across, down)
      break
    }
    case 'mask':
    case 'opacity': {
      const mask = masks.get(step.address)
      if (mask) context.drawImage(mask, 0, 0, width / scale, height / scale)
      break
    }
    case 'invert':
      // The paint stays only where nothing was.
      context.globalCompositeOperation = 'source-out'
      context.fillRect(0, 0, width, height)
      break
    case 'clear':
      context.clearRect(0, 0, width, height)
      break
  }
  context.restore()
}

/** Paints a whole selection. */
function paintSelection(context: MaskContext, steps: readonly SelectionStep[], painting: Painting): void {
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  for (const step of steps) paintStep(context, step, painting)
}

/** The mask of a selection for the server: PNG of the picture's size, white where it is selected, black elsewhere. */
export async function maskFile(steps: readonly SelectionStep[], picture: PixelSize, masks: LoadedMasks): Promise<File> {
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gave no canvas of this size.')
  paintSelection(context, steps, { color: '#fff', scale: 1, masks })
  // A loaded opacity has the colors of its picture.
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, picture.width, picture.height)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#000'
  context.fillRect(0, 0, picture.width, picture.height)
  const bytes = await canvas.convertToBlob({ type: 'image/png' })
  return new File([bytes], 'selection.png', { type: 'image/png' })
}

/** The area that a selection covers. */
export type Covered = {
  /** The edge as an SVG path, in pixels of the picture; empty where nothing is selected. */
  readonly path: string
  /** The part of the picture that is selected, 0 to 1. */
  readonly share: number
  /** The smallest rectangle around it, in pixels of the picture; null where nothing is selected. */
  readonly box: Rect | null
}

const nothing: Covered = { path: '', share: 0, box: null }

/** The opacity from which a pixel counts as selected: half. */
const threshold = 127.5

/**
 * Follows the edge of a selection.
 * @param alpha The opacity of each pixel of a smaller copy, 0 to 255, row by row.
 * @param size The size of the copy. @param picture The size of the picture.
 */
export function coveredBy(alpha: Uint8ClampedArray, size: PixelSize, picture: PixelSize): Covered {
  const { width, height } = size
  let count = 0
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((alpha[y * width + x] ?? 0) < threshold) continue
      count += 1
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
  if (count === 0) return nothing
  const across = picture.width / width
  const down = picture.height / height
  const { coordinates } = contours().size([width, height]).contour(Array.from(alpha), threshold)
  const point = ([x = 0, y = 0]: readonly number[]) => `${(x * across).toFixed(1)} ${(y * down).toFixed(1)}`
  const path = coordinates
    .flat()
    .map((ring) => `M${ring.map(point).join('L')}Z`)
    .join('')
  return {
    path,
    share: count / (width * height),
    box: { x: left * across, y: top * down, width: (right - left + 1) * across, height: (bottom - top + 1) * down },
  }
}
