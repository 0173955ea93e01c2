import { noteWords } from '#domain/board/note-words.ts'
import { sheetSlotRect } from '#domain/board/sheet.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { shownPieces } from '#domain/layout/connector-parts.ts'
import { blankNoteHeight, noteWidth } from '#domain/layout/frame-content.ts'
import { coveringPart, coveringSide } from '#domain/layout/picture-box.ts'
import { textDirection } from '#domain/text/text-direction.ts'
import { dotsIn } from '../dot-grid.ts'
import { readableZoom } from '../scene/picture-boxes.ts'
import type { FrameFace, ImageFace, NoteFace } from '../scene/scene.ts'
import { createCoverGrid } from '../scene/visible-cards.ts'
import { paintCard, wrapText } from './paint-card.ts'
import type { Look, PaintRequest } from './paint-protocol.ts'
import type { PictureCache } from './picture-cache.ts'
import { pictureSource, standIns } from './picture-source.ts'

/** A tile extends one device pixel into its right and lower neighbors: between scaled tiles, no gap shines through. */
export const tileBleed = 1

/** The part of a file that contains the picture. */
function drawableOf(image: ImageFace, box: Rect, { request, pictures }: Painting) {
  const scale = request.zoom * request.devicePixelRatio
  const sharpEnough = pictureSource(image, { side: coveringSide(image, box) * scale, detail: 'resting' })
  for (const source of [sharpEnough, ...standIns(image)]) {
    const bitmap = pictures.get(source)
    if (!bitmap) continue
    return source.kind === 'sheet'
      ? { bitmap, part: sheetSlotRect(image.sheet?.slot ?? 0, source.size, image) }
      : { bitmap, part: { x: 0, y: 0, width: bitmap.width, height: bitmap.height } }
  }
  return null
}

type Painting = { readonly request: PaintRequest; readonly look: Look; readonly pictures: Pick<PictureCache, 'get'> }

/** Paints all of a tile onto a context of its size. */
export function paintTile(context: OffscreenCanvasRenderingContext2D, painting: Painting): void {
  const { request, look } = painting
  const { area, zoom } = request
  const scale = zoom * request.devicePixelRatio
  context.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale)
  if (request.ground === 'dotted') paintBackground(context, request, look)
  const { frames, notes } = request.items
  for (const frame of frames) paintFrameArea({ context, look, zoom }, frame)
  paintConnectors(context, request, look)
  const brush = {
    context,
    look,
    zoom,
    drawPicture(image: ImageFace, box: Rect) {
      const drawable = drawableOf(image, box, painting)
      if (!drawable) return false
      const { bitmap, part } = drawable
      if (zoom >= readableZoom) paintCheckers(context, box, look)
      const { x, y, width, height } = coveringPart(part, box)
      // Of a file of more than twice the size, one pixel in four would decide the color. The filter takes four times as long: other
      // files are as sharp without it, and a view from far away has too many pictures for it.
      const isShrunk = width > 2 * box.width * scale
      context.imageSmoothingQuality = isShrunk && scale > 0.3 ? 'medium' : 'low'
      context.drawImage(bitmap, part.x + x, part.y + y, width, height, box.x, box.y, box.width, box.height)
      return true
    },
  }
  for (const card of request.cards) paintCard(brush, card)
  if (request.zoom >= readableZoom) paintPorts(context, request, look)
  for (const frame of frames) paintFrameTitle(brush, frame)
  for (const note of notes) paintNoteFace(brush, note)
}

/** Like the dots of the page's own background: round, with a radius of a screen pixel. */
function paintBackground(context: OffscreenCanvasRenderingContext2D, { area, zoom }: PaintRequest, look: Look): void {
  // Larger than the tile by its overlap with its neighbors.
  const margin = 4 / zoom
  const right = area.x + area.width + margin
  const bottom = area.y + area.height + margin
  context.fillStyle = look.ground
  context.fillRect(area.x, area.y, right - area.x, bottom - area.y)
  const { first, step } = dotsIn({ x: area.x - margin, y: area.y - margin }, zoom)
  const side = 1.9 / zoom
  context.fillStyle = look.dot
  for (let y = first.y; y < bottom; y += step)
    for (let x = first.x; x < right; x += step) context.fillRect(x - side / 2, y - side / 2, side, side)
}

/** In canvas pixels. */
const checkerSide = 8
const checkers = new WeakMap<Look, OffscreenCanvas>()

/** Two by two squares, painted once for each theme. */
function checkersOf(look: Look): OffscreenCanvas {
  const known = checkers.get(look)
  if (known) return known
  const canvas = new OffscreenCanvas(2 * checkerSide, 2 * checkerSide)
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = look.checkerEven
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = look.checkerOdd
    context.fillRect(checkerSide, 0, checkerSide, checkerSide)
    context.fillRect(0, checkerSide, checkerSide, checkerSide)
  }
  checkers.set(look, canvas)
  return canvas
}

/** Behind a picture, as the style sheet has them: they are seen where it is transparent. */
function paintCheckers(context: OffscreenCanvasRenderingContext2D, { x, y, width, height }: Rect, look: Look): void {
  const pattern = context.createPattern(checkersOf(look), 'repeat')
  if (!pattern) return
  pattern.setTransform(new DOMMatrix().translate(x, y))
  context.fillStyle = pattern
  context.fillRect(x, y, width, height)
}

/** Pieces of lines are divided down to this many screen pixels. */
const shortestPiece = 24
/** The reach of a line and its round end beyond its curve, in screen pixels. */
const lineReach = 2

/** Paints what the cards leave of the lines: where thousands cross below cards, it is a fraction of their length. */
function paintConnectors(
  context: OffscreenCanvasRenderingContext2D,
  { area, cards, connectors, zoom }: PaintRequest,
  look: Look,
): void {
  if (connectors.length === 0) return
  const grid = createCoverGrid(area)
  for (const card of cards) grid.cover(cardRect(card))
  const showing = { area, shortest: shortestPiece / zoom, margin: lineReach / zoom, hides: grid.snapshot() }
  context.lineCap = 'round'
  for (const { curve, isActive } of connectors) {
    context.strokeStyle = isActive ? look.accent : look.branch
    context.lineWidth = (isActive ? 2 : 1.5) / zoom
    context.beginPath()
    let end: Point | null = null
    for (const { from, control1, control2, to } of shownPieces(curve, showing)) {
      if (from.x !== end?.x || from.y !== end.y) context.moveTo(from.x, from.y)
      context.bezierCurveTo(control1.x, control1.y, control2.x, control2.y, to.x, to.y)
      end = to
    }
    context.stroke()
  }
}

/** The port of a line and the ring around it, in screen pixels. */
const port = { radius: 3.5, ring: 2 }

/** Paints where the lines of the cards begin; those of a path last, since the ports of one card lie on each other. */
function paintPorts(context: OffscreenCanvasRenderingContext2D, { connectors, zoom }: PaintRequest, look: Look): void {
  for (const { curve, isActive } of [...connectors].sort((a, b) => Number(a.isActive) - Number(b.isActive))) {
    const disc = (radius: number, color: string) => {
      context.fillStyle = color
      context.beginPath()
      context.arc(curve.from.x, curve.from.y, radius / zoom, 0, 2 * Math.PI)
      context.fill()
    }
    disc(port.radius + port.ring, look.ground)
    disc(port.radius, isActive ? look.accent : look.branch)
  }
}

/** As the style sheet has them, in canvas pixels. */
const frameRadius = 32
const noteRadius = 16
const notePadding = 28
/** As the style sheet has them, in screen pixels. */
const titleSize = 13
const titleGap = 4
/**
 * Canvas pixels that a screen pixel of a title takes at most. However far the view, the title of a frame around cards is lower than the gap to
 * the row above, 110 pixels.
 */
const maxTitlePixel = 4.8
/** The words of a note from afar, as the style sheet has them: screen pixels, and canvas pixels at most. */
const glanceSize = 13
const maxGlanceSize = 54
const glanceLine = 1.2
/** Padding of the text seen from afar, above and below. */
const glanceReach = 14

type ItemBrush = {
  readonly context: OffscreenCanvasRenderingContext2D
  readonly look: Look
  readonly zoom: number
}

/** Paints the area of a frame, below the cards. */
function paintFrameArea({ context, look, zoom }: ItemBrush, frame: FrameFace): void {
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
function paintFrameTitle({ context, look, zoom }: ItemBrush, { x, y, width, title }: FrameFace): void {
  const pixel = Math.min(1 / zoom, maxTitlePixel)
  const size = titleSize * pixel
  const height = 1.3 * size + 2 * pixel
  context.font = `500 ${size}px Inter, system-ui, sans-serif`
  context.letterSpacing = `${-0.006 * size}px`
  const measure = (text: string) => context.measureText(text).width
  const [line] = wrapText(title, width - 6 * pixel, 1, measure)
  if (!line) return
  const top = y - titleGap * pixel - height
  context.fillStyle = look.ground
  context.beginPath()
  context.roundRect(x, top, Math.min(width, measure(line) + 6 * pixel), height, 4 * pixel)
  context.fill()
  context.fillStyle = look.ink
  writeLine(context, line, { x, width: measure(line), middle: top + height / 2 })
}

/** Paints a note; its words, without their marks, or from afar their beginning. */
function paintNoteFace(brush: ItemBrush, { x, y, text, isSelected }: NoteFace): void {
  const { context, look, zoom } = brush
  const isFar = zoom < readableZoom
  const size = isFar ? Math.min(maxGlanceSize, glanceSize / zoom) : Math.min(27, Math.max(20, 13 / zoom))
  const step = (isFar ? glanceLine : 1.4) * size
  context.font = `${isFar ? 600 : 400} ${size}px Inter, system-ui, sans-serif`
  context.letterSpacing = `${-0.008 * size}px`
  const measure = (part: string) => context.measureText(part).width
  const area = { height: blankNoteHeight(text) + 2 * glanceReach, lineHeight: step }
  const lines = isFar ? glanceLines(text, area, measure) : noteLines(text, measure)
  const height = isFar ? blankNoteHeight(text) : lines.length * step
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
  const top = y + notePadding - (isFar ? glanceReach : 0)
  for (const [row, line] of lines.entries())
    writeLine(context, line, { x: x + notePadding, width: wordsWidth, middle: top + (row + 0.5) * step })
}

/** The width of the words of a note. */
const wordsWidth = noteWidth - 2 * notePadding

/** The lines of a note as plain text. */
export const noteLines = (text: string, measure: (text: string) => number): string[] =>
  noteWords(text).flatMap((line) => wrapText(line, wordsWidth, Number.POSITIVE_INFINITY, measure))

/** The beginning of a note's words, in as many lines as an area has room for. @param area.height Of all lines, in canvas pixels. */
export const glanceLines = (
  text: string,
  area: { readonly height: number; readonly lineHeight: number },
  measure: (text: string) => number,
): string[] => wrapText(noteWords(text).join(' '), wordsWidth, Math.floor(area.height / area.lineHeight), measure)

/** Writes a line in the direction of its letters: at the right edge where they go from right to left. */
function writeLine(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  { x, width, middle }: { readonly x: number; readonly width: number; readonly middle: number },
): void {
  const direction = textDirection(text)
  context.direction = direction
  context.textAlign = direction === 'rtl' ? 'right' : 'left'
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(text)
  context.fillText(text, direction === 'rtl' ? x + width : x, middle + (ascent - descent) / 2)
  context.direction = 'ltr'
  context.textAlign = 'left'
}
