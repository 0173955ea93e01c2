import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { type Covered, coveredBy } from './outline.ts'
import { type LoadedMasks, paintSelection, paintStep } from './paint-selection.ts'
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

/** Loads a mask of the server: what is white in it becomes opaque, all else transparent. */
export async function loadMask(address: string): Promise<CanvasImageSource> {
  const image = new Image()
  image.src = address
  await image.decode()
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
