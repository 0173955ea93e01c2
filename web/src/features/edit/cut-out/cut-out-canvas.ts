import type { SelectionPainter } from '../selection/selection-painter.ts'

/** The picture where a selection is opaque, as large as the selection is painted. */
export type CutOutCanvas = {
  readonly canvas: HTMLCanvasElement
  /** Shows the picture, once it is loaded. */
  show(picture: CanvasImageSource): void
  /** Paints what is selected now. */
  draw(): void
}

export function createCutOutCanvas({ canvas: selected }: SelectionPainter): CutOutCanvas {
  const canvas = document.createElement('canvas')
  const { width, height } = selected
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gave no canvas.')
  let shown: CanvasImageSource | null = null
  const draw = () => {
    if (!shown) return
    context.globalCompositeOperation = 'copy'
    context.drawImage(shown, 0, 0, width, height)
    context.globalCompositeOperation = 'destination-in'
    context.drawImage(selected, 0, 0)
  }
  return {
    canvas,
    show(picture) {
      shown = picture
      draw()
    },
    draw,
  }
}
