import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect, cardWidth } from '#domain/layout/card.ts'
import {
  bestPictureRect,
  cardPadding,
  pictureColumnRect,
  pictureRect,
  promptWidth,
} from '#domain/layout/picture-box.ts'
import type { ImageFace } from '../scene/scene.ts'
import type { Look, PaintedCard } from './paint-protocol.ts'
import { wrapText } from './wrap-text.ts'

/** Below this zoom text is unreadable and left out. */
export const readableZoom = 0.35
/** Corners with a radius of more than this many screen pixels are painted round. */
const smallestRadius = 1
const cardRadius = 20
const pictureRadius = 8
const footerHeight = 40
/** The opacity of a dimmed card in the style sheet is 0.28. */
const veil = 0.72

export type Brush = {
  readonly context: OffscreenCanvasRenderingContext2D
  readonly look: Look
  readonly zoom: number
  /** Draws the picture; false where it is not decoded yet. */
  drawPicture(image: ImageFace, box: Rect): boolean
}

const clamp = (smallest: number, value: number, largest: number) => Math.min(largest, Math.max(smallest, value))

function fillBox({ context, zoom }: Brush, { x, y, width, height }: Rect, radius: number): void {
  context.beginPath()
  if (radius * zoom < smallestRadius) context.rect(x, y, width, height)
  else context.roundRect(x, y, width, height, radius)
  context.fill()
}

/** Paints a card as the page's own style sheet shows it, in canvas pixels. */
export function paintCard(brush: Brush, card: PaintedCard): void {
  const { context, look, zoom } = brush
  const rect = cardRect(card)
  context.fillStyle = look.panel
  fillBox(brush, rect, cardRadius)
  paintOutline(
    brush,
    rect,
    card.isSelected ? { width: 2 / zoom, color: look.accent } : { width: 1 / zoom, color: look.hairline },
  )
  if (!card.isCollapsed) paintImages(brush, card)
  if (zoom >= readableZoom) {
    paintPrompt(brush, card)
    paintFooter(brush, card, card.y + (card.isCollapsed ? 88 : 292))
  }
  if (card.isDimmed) paintVeil(brush, rect)
}

/** A line around a box, outside of it. */
function paintOutline({ context }: Brush, rect: Rect, { width, color }: { width: number; color: string }): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  context.roundRect(
    rect.x - width / 2,
    rect.y - width / 2,
    rect.width + width,
    rect.height + width,
    cardRadius + width / 2,
  )
  context.stroke()
}

/** As if the card were nearly transparent: the background is painted over it. */
function paintVeil(brush: Brush, rect: Rect): void {
  const { context, look } = brush
  context.globalAlpha = veil
  context.fillStyle = look.ground
  fillBox(brush, rect, cardRadius)
  context.globalAlpha = 1
}

/** All of the card's images; when zoomed out too far for text the best one alone, where one was chosen. */
function paintImages(brush: Brush, card: PaintedCard): void {
  const { images, bestPlace, isRunning } = card.face
  const best = bestPlace === null ? undefined : images[bestPlace]
  if (best && brush.zoom < readableZoom && !isRunning) paintPicture(brush, best, bestPictureRect(card, best))
  else for (const [place, image] of images.entries()) paintImage(brush, { card, image, place })
}

type ImagePlace = { readonly card: PaintedCard; readonly image: ImageFace; readonly place: number }

function paintImage(brush: Brush, { card, image, place }: ImagePlace): void {
  const { context, look } = brush
  if (image.state === 'failed') {
    context.fillStyle = look.dangerSoft
    fillBox(brush, pictureColumnRect(card, place), pictureRadius)
    return
  }
  const box = pictureRect(card, place, image)
  paintPicture(brush, image, box)
  if (image.state === 'waiting' && card.face.isRunning) paintArc(brush, box)
}

/** A picture, or its average color where it is not decoded yet. */
function paintPicture(brush: Brush, image: ImageFace, box: Rect): void {
  const { context, look, zoom } = brush
  const isRound = image.state === 'picture' && pictureRadius * zoom >= smallestRadius
  if (isRound) {
    context.save()
    context.beginPath()
    context.roundRect(box.x, box.y, box.width, box.height, pictureRadius)
    context.clip()
  }
  if (image.state === 'waiting' || !brush.drawPicture(image, box)) {
    context.fillStyle = (image.state === 'picture' && image.averageColor) || look.raised
    if (isRound) context.fillRect(box.x, box.y, box.width, box.height)
    else fillBox(brush, box, pictureRadius)
  }
  if (isRound) context.restore()
}

/** Three quarters of a ring, like a still spinner: this image is pending. */
function paintArc({ context, look }: Brush, { x, y, width, height }: Rect): void {
  const radius = Math.min(width, height) / 7
  context.strokeStyle = look.accent
  context.lineWidth = radius / 3
  context.lineCap = 'round'
  context.beginPath()
  context.arc(x + width / 2, y + height / 2, radius, -Math.PI / 2, Math.PI)
  context.stroke()
}

function paintPrompt({ context, look, zoom }: Brush, card: PaintedCard): void {
  const size = clamp(15, 12 / zoom, 25)
  const lineHeight = size * 1.28
  context.font = `450 ${size}px Inter, system-ui, sans-serif`
  context.letterSpacing = `${-0.008 * size}px`
  context.fillStyle = look.ink
  const lines = wrapText(card.face.prompt, promptWidth, 2, (text) => context.measureText(text).width)
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x')
  const baseline = (lineHeight - ascent - descent) / 2 + ascent
  lines.forEach((text, row) => {
    context.fillText(text, card.x + cardPadding, card.y + cardPadding + row * lineHeight + baseline)
  })
}

function paintFooter(brush: Brush, card: PaintedCard, top: number): void {
  const { context, look, zoom } = brush
  const size = clamp(13, 11 / zoom, 22)
  const gap = 10
  const middle = top + footerHeight / 2
  const write = (text: string, x: number) => {
    const { width, fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(text)
    context.fillText(text, x, middle + (ascent - descent) / 2)
    return width
  }
  context.letterSpacing = '0px'
  let x = card.x + cardPadding
  context.font = `500 ${size}px Inter, system-ui, sans-serif`
  context.fillStyle = look.ink
  x += write(card.face.model, x) + gap
  if (card.face.badge) x += paintBadge(brush, { text: card.face.badge, x, middle, size: size * 0.85 }) + gap
  context.font = `400 ${size}px Inter, system-ui, sans-serif`
  context.fillStyle = look.muted
  write(card.face.settings, x)
  // A card that cannot be collapsed here has no icon for it.
  if (card.face.toggle === '') return
  const chevron = 1.2 * size
  const right = card.x + cardWidth - cardPadding
  write(card.face.toggle, right - chevron - 0.4 * size - context.measureText(card.face.toggle).width)
  paintChevron(brush, { x: right - chevron, middle, size: chevron, points: card.isCollapsed ? 'down' : 'up' })
}

type Badge = { readonly text: string; readonly x: number; readonly middle: number; readonly size: number }

function paintBadge(brush: Brush, { text, x, middle, size }: Badge): number {
  const { context, look } = brush
  context.font = `500 ${size}px Inter, system-ui, sans-serif`
  const { width, fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(text)
  const box = { x, y: middle - 0.825 * size, width: width + 0.9 * size, height: 1.65 * size }
  context.fillStyle = look.raised
  fillBox(brush, box, 4)
  context.fillStyle = look.muted
  context.fillText(text, x + 0.45 * size, middle + (ascent - descent) / 2)
  return box.width
}

type Chevron = {
  readonly x: number
  readonly middle: number
  readonly size: number
  readonly points: 'up' | 'down'
}

/** Drawn on a grid of 24, as the icons are. */
function paintChevron({ context, look }: Brush, { x, middle, size, points }: Chevron): void {
  const unit = size / 24
  const tip = points === 'down' ? 3 * unit : -3 * unit
  context.strokeStyle = look.muted
  context.lineWidth = 1.75 * unit
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(x + 6 * unit, middle - tip)
  context.lineTo(x + 12 * unit, middle + tip)
  context.lineTo(x + 18 * unit, middle - tip)
  context.stroke()
}
