import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { SelectionStep } from './selection.ts'

export type MaskContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Masks of the server by their address, decoded. */
export type LoadedMasks = ReadonlyMap<string, CanvasImageSource>

/** How a step is painted: the color of the selection, and the canvas pixels for a pixel of the picture. */
export type Painting = { readonly color: string; readonly scale: number; readonly masks: LoadedMasks }

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
export function paintStep(
  context: MaskContext,
  step: SelectionStep,
  { color, scale, masks }: Painting,
  from = 0,
): void {
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
    case 'mask': {
      const mask = masks.get(step.address)
      if (mask) context.drawImage(mask, 0, 0, width / scale, height / scale)
      break
    }
    case 'invert':
      // What is painted stays only where nothing was.
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
export function paintSelection(context: MaskContext, steps: readonly SelectionStep[], painting: Painting): void {
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  for (const step of steps) paintStep(context, step, painting)
}

/** The mask of a selection for the server: PNG of the picture's size, white where it is selected, black elsewhere. */
export async function maskFile(steps: readonly SelectionStep[], picture: PixelSize, masks: LoadedMasks): Promise<File> {
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gave no canvas of this size.')
  paintSelection(context, steps, { color: '#fff', scale: 1, masks })
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#000'
  context.fillRect(0, 0, picture.width, picture.height)
  const bytes = await canvas.convertToBlob({ type: 'image/png' })
  return new File([bytes], 'selection.png', { type: 'image/png' })
}
