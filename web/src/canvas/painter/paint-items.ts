import { blankNoteHeight, noteWidth } from '#domain/layout/frame-content.ts'
import { readableZoom } from '../scene/picture-boxes.ts'
import type { FrameFace, NoteFace } from '../scene/scene-items.ts'
import type { Look } from './paint-protocol.ts'
import { wrapText } from './wrap-text.ts'

/** As the style sheet has them, in canvas pixels. */
const frameRadius = 32
const noteRadius = 16
const notePadding = 28
/** As the style sheet has them, in screen pixels. */
const titleSize = 13
const titleGap = 4

export type ItemBrush = {
  readonly context: OffscreenCanvasRenderingContext2D
  readonly look: Look
  readonly zoom: number
}

/** Paints the area of a frame, below the cards. */
export function paintFrameArea({ context, look, zoom }: ItemBrush, frame: FrameFace): void {
  const line = (frame.isSelected ? 1.5 : 1) / zoom
  const { x, y, width, height } = frame
  context.beginPath()
  context.roundRect(x, y, width, height, frameRadius)
  context.fillStyle = look.frame
  context.fill()
  context.strokeStyle = frame.isSelected ? look.accent : look.line
  context.lineWidth = line
  context.beginPath()
  context.roundRect(x + line / 2, y + line / 2, width - line, height - line, frameRadius - line / 2)
  context.stroke()
}

/** Paints the title of a frame, above its upper edge and the cards, cut off where the frame ends. */
export function paintFrameTitle({ context, look, zoom }: ItemBrush, { x, y, width, title }: FrameFace): void {
  const size = titleSize / zoom
  const height = 1.3 * size + 2 / zoom
  context.font = `500 ${size}px Inter, system-ui, sans-serif`
  context.letterSpacing = `${-0.006 * size}px`
  const measure = (text: string) => context.measureText(text).width
  const [line] = wrapText(title, width - 6 / zoom, 1, measure)
  if (!line) return
  const top = y - titleGap / zoom - height
  context.fillStyle = look.ground
  context.beginPath()
  context.roundRect(x, top, Math.min(width, measure(line) + 6 / zoom), height, 4 / zoom)
  context.fill()
  context.fillStyle = look.ink
  writeLine(context, line, { x, middle: top + height / 2 })
}

/** Paints a note; its words, without their marks, where they can be read. */
export function paintNoteFace(brush: ItemBrush, { x, y, text, isSelected }: NoteFace): void {
  const { context, look, zoom } = brush
  const size = Math.min(27, Math.max(20, 13 / zoom))
  const step = 1.4 * size
  context.font = `400 ${size}px Inter, system-ui, sans-serif`
  context.letterSpacing = `${-0.008 * size}px`
  const lines = zoom < readableZoom ? null : noteLines(text, (part) => context.measureText(part).width)
  const height = lines ? lines.length * step : blankNoteHeight(text)
  context.fillStyle = look.paper
  context.beginPath()
  context.roundRect(x, y, noteWidth, height + 2 * notePadding, noteRadius)
  context.fill()
  if (isSelected) {
    context.strokeStyle = look.accent
    context.lineWidth = 2 / zoom
    context.stroke()
  }
  context.fillStyle = look.ink
  for (const [row, line] of lines?.entries() ?? [])
    writeLine(context, line, { x: x + notePadding, middle: y + notePadding + (row + 0.5) * step })
}

/** The lines of a note as plain text: marks of headings, emphasis and links are left out, lists keep a dot. */
export function noteLines(text: string, measure: (text: string) => number): string[] {
  const plain = text
    .replaceAll(/^#{1,6}\s+/gm, '')
    .replaceAll(/^(\s*)[-*+]\s+/gm, '$1• ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|\*)(\S(?:.*?\S)?)\1/g, '$2')
  const lines = plain.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap((line) => wrapText(line, noteWidth - 2 * notePadding, Number.POSITIVE_INFINITY, measure))
}

function writeLine(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  { x, middle }: { readonly x: number; readonly middle: number },
): void {
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(text)
  context.fillText(text, x, middle + (ascent - descent) / 2)
}
