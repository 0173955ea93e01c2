import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect, cardWidth } from '#domain/layout/card.ts'
import { cardForm, cardPadding, pictureColumnRect, singleFactsLeft } from '#domain/layout/picture-box.ts'
import { textDirection } from '#domain/text/text-direction.ts'
import { pictureBoxes, readableZoom } from '../scene/picture-boxes.ts'
import type { CardFace, ImageFace } from '../scene/scene.ts'
import type { Look, PaintedCard } from './paint-protocol.ts'

/** Corners with a radius of more than this many screen pixels are painted round. */
const minRadius = 1
const cardRadius = 20
const pictureRadius = 8
/** The caption's own padding at the sides. */
const captionPadding = 4
const captionGap = 16
/** Of the facts beside a single picture: above the caption, and times the size of their letters. */
const factsBottom = 4
/** The sign of a failed picture, in screen pixels. */
const signSide = 20
const factsLineHeight = 1.5
/** Between the letters of the page, whose own size is 14. */
const bodySpacing = -0.006 * 14
/** The opacity of a dimmed card in the style sheet is 0.28. */
const veil = 0.72

export type Brush = {
  readonly context: OffscreenCanvasRenderingContext2D
  readonly look: Look
  readonly zoom: number
  /** Draws the middle of the picture that fills the box; false where it is not decoded yet. */
  drawPicture(image: ImageFace, box: Rect): boolean
}

const clamp = (smallest: number, value: number, largest: number) => Math.min(largest, Math.max(smallest, value))

function fillBox({ context, zoom }: Brush, { x, y, width, height }: Rect, radius: number): void {
  context.beginPath()
  if (radius * zoom < minRadius) context.rect(x, y, width, height)
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
  const isFar = zoom < readableZoom
  if (isFar && !card.isCollapsed) paintFarPictures(brush, card)
  if (!isFar) {
    if (!card.isCollapsed) {
      paintPictures(brush, card)
      paintFacts(brush, card)
    }
    if (!card.hidden.caption) paintCaption(brush, card)
    if (card.face.branchKind) paintKind(brush, card, card.face.branchKind)
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

function clipRound({ context }: Brush, { x, y, width, height }: Rect, radius: number): void {
  context.save()
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.clip()
}

/** The pictures cover the card: the corners of the card are round, theirs are not. */
function paintFarPictures(brush: Brush, card: PaintedCard): void {
  const { context, zoom } = brush
  const { images } = card.face
  if (images.length === card.hidden.pictures.length) return
  const isRound = cardRadius * zoom >= minRadius
  if (isRound) clipRound(brush, cardRect(card), cardRadius)
  for (const [place, box] of pictureBoxes(card, zoom).entries()) {
    const image = images[place]
    if (!image || card.hidden.pictures.includes(place)) continue
    if (image.state === 'failed') paintFailure(brush, box, 0)
    else paintPicture(brush, image, box)
    if (image.state === 'waiting' && card.face.isRunning) paintArc(brush, box)
    if (image.openComments && box.width * zoom >= minForComments) paintComments(brush, box, image.openComments)
  }
  if (isRound) context.restore()
}

function paintPictures(brush: Brush, card: PaintedCard): void {
  const { context, zoom } = brush
  const { images, isRunning } = card.face
  const form = cardForm(images)
  for (const [place, box] of pictureBoxes(card, zoom).entries()) {
    const image = images[place]
    if (!image || card.hidden.pictures.includes(place)) continue
    if (image.state === 'failed') {
      paintFailure(brush, pictureColumnRect(card, form, place), pictureRadius)
      continue
    }
    if (image.state === 'picture') clipRound(brush, box, pictureRadius)
    paintPicture(brush, image, box)
    if (image.state === 'picture') context.restore()
    if (image.isStarred) paintStar(brush, box)
    if (image.openComments) paintComments(brush, box, image.openComments)
    if (image.state === 'waiting' && isRunning) paintArc(brush, box)
  }
}

/** A failed picture: its reason is on the element of the card, its sign in every box that has room for it. */
function paintFailure(brush: Brush, box: Rect, radius: number): void {
  const { context, look, zoom } = brush
  context.fillStyle = look.dangerSoft
  fillBox(brush, box, radius)
  const side = signSide / zoom
  if (Math.min(box.width, box.height) < 2 * side) return
  atIcon(brush, { x: box.x + box.width / 2, y: box.y + box.height / 2, side }, () => {
    context.strokeStyle = look.danger
    context.lineWidth = 2
    context.lineCap = 'round'
    context.stroke(new Path2D(sign))
  })
}

/** A picture, or its average color where it is not decoded yet. */
function paintPicture(brush: Brush, image: ImageFace, box: Rect): void {
  const { context, look, zoom } = brush
  if (image.state === 'picture' && brush.drawPicture(image, box)) return
  context.fillStyle = (image.state === 'picture' && image.averageColor) || look.raised
  fillBox(brush, box, zoom < readableZoom ? 0 : pictureRadius)
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

type Line = { readonly x: number; readonly middle: number }

/** Writes text around the middle of a line. Returns its width. */
function write({ context }: Brush, text: string, { x, middle }: Line): number {
  const { width, fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(text)
  context.fillText(text, x, middle + (ascent - descent) / 2)
  return width
}

/** Beside a single picture, on its lower edge: one line above the other. */
function paintFacts(brush: Brush, { x, y, face }: PaintedCard): void {
  const { context, look, zoom } = brush
  const left = singleFactsLeft(face.images)
  if (left === null) return
  const size = clamp(13, 11.5 / zoom, 23)
  const bottom = cardRect({ x, y, isCollapsed: false }).height - cardForm(face.images).captionHeight - factsBottom
  context.letterSpacing = `${bodySpacing}px`
  context.font = `400 ${size}px Inter, system-ui, sans-serif`
  context.fillStyle = look.muted
  face.facts.forEach((line, row) => {
    const linesBelow = face.facts.length - row - 0.5
    const middle = y + bottom - linesBelow * factsLineHeight * size
    write(brush, line, { x: x + left, middle })
  })
}

/** The prompt at the left, the model at the right; under each other on a collapsed card. */
function paintCaption(brush: Brush, card: PaintedCard): void {
  const { context, look, zoom } = brush
  const { prompt, model, badge, images } = card.face
  const { captionHeight, captionLines } = cardForm(images)
  const rect = cardRect(card)
  const left = card.x + cardPadding + captionPadding
  const right = card.x + cardWidth - cardPadding - captionPadding
  const size = clamp(13, 11.5 / zoom, 23)
  context.letterSpacing = '0px'
  context.font = `500 ${size}px Inter, system-ui, sans-serif`
  const modelWidth = context.measureText(model).width
  const badgeWidth = badge ? badgeWidthOf(brush, badge, size * 0.85) + captionGap / 2 : 0
  const factsWidth = modelWidth + badgeWidth
  const keptWidth = usedFactsWidth(brush, card.face, size)
  const { isCollapsed } = card
  const middle = rect.y + rect.height - (isCollapsed ? 24 : captionHeight / 2)

  const text = { x: left, width: right - left - (isCollapsed ? 0 : keptWidth + factsWidth + captionGap) }
  const lines = isCollapsed ? { most: 2, middle: rect.y + 44 } : { most: captionLines, middle }
  paintPrompt(brush, prompt, { ...text, ...lines })

  const x = isCollapsed ? left : right - factsWidth
  context.letterSpacing = '0px'
  context.font = `500 ${size}px Inter, system-ui, sans-serif`
  context.fillStyle = look.ink
  write(brush, model, { x, middle })
  if (badge) paintBadge(brush, badge, { x: x + modelWidth + captionGap / 2, middle, size: size * 0.85 })
}

/** From this zoom on a card shows its cost. */
const costZoom = 0.7
/** Of the button that folds a card, beside its text, times the size of its letters: its icon, the gap, its padding and its margins. */
const buttonRoom = 1.2 + 0.4 + 1 - 0.2
/** Between two facts, times the size of their letters. */
const factsGap = 0.5

/** The width in the caption of a card that is kept for what it shows while it is used. */
function usedFactsWidth({ context, zoom }: Brush, { usedFacts }: CardFace, size: number): number {
  if (!usedFacts) return 0
  context.font = `400 ${size}px Inter, system-ui, sans-serif`
  const settings = usedFacts.settings + (zoom >= costZoom ? usedFacts.cost : '')
  const texts = [settings, usedFacts.button].filter((text) => text !== '')
  const words = texts.reduce((sum, text) => sum + context.measureText(text).width + factsGap * size, 0)
  return words + buttonRoom * size
}

type PromptBox = { readonly x: number; readonly width: number; readonly most: number; readonly middle: number }

function paintPrompt(brush: Brush, prompt: string, { x, width, most, middle }: PromptBox): void {
  const { context, look, zoom } = brush
  const size = clamp(15, 12 / zoom, 25)
  const lineHeight = size * 1.3
  context.font = `450 ${size}px Inter, system-ui, sans-serif`
  context.letterSpacing = `${-0.006 * size}px`
  context.fillStyle = look.ink
  const lines = wrapText(prompt, width, most, (text) => context.measureText(text).width)
  const top = middle - ((lines.length - 1) * lineHeight) / 2
  const isRightToLeft = textDirection(prompt) === 'rtl'
  context.direction = isRightToLeft ? 'rtl' : 'ltr'
  context.textAlign = isRightToLeft ? 'right' : 'left'
  const edge = isRightToLeft ? x + width : x
  lines.forEach((line, row) => void write(brush, line, { x: edge, middle: top + row * lineHeight }))
  context.direction = 'ltr'
  context.textAlign = 'left'
}

function badgeWidthOf({ context }: Brush, text: string, size: number): number {
  context.font = `500 ${size}px Inter, system-ui, sans-serif`
  return context.measureText(text).width + 0.9 * size
}

function paintBadge(brush: Brush, text: string, { x, middle, size }: Line & { readonly size: number }): void {
  const { context, look } = brush
  const width = badgeWidthOf(brush, text, size)
  context.fillStyle = look.raised
  fillBox(brush, { x, y: middle - 0.825 * size, width, height: 1.65 * size }, 4)
  context.fillStyle = look.muted
  write(brush, text, { x: x + 0.45 * size, middle })
}

/** The icons of the page, on their grid of 24. */
const icons: Readonly<Record<NonNullable<CardFace['branchKind']>, string>> = {
  enhance: 'M5 12l7-7 7 7M12 19V5',
  remix:
    'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5',
  edit: 'M21.17 6.81a1 1 0 0 0-3.98-3.98L3.84 16.17a2 2 0 0 0-.5.83L2.02 21.36a.5.5 0 0 0 .62.62L7 20.66a2 2 0 0 0 .83-.5zM15 5l4 4',
}
/** An exclamation mark in a circle. */
const sign = 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 8v5M12 16v.01'
const star = 'M12 2l3.09 6.26L22 9.27l-5 4.87 1.18 6.88L12 17.77l-6.18 3.25L7 14.14 2 9.27l6.91-1.01L12 2z'

type Icon = { readonly x: number; readonly y: number; readonly side: number }

/** Puts the context on the grid of 24 of an icon that is centered at a point. */
function atIcon({ context }: Brush, { x, y, side }: Icon, draw: () => void): void {
  context.save()
  context.translate(x - side / 2, y - side / 2)
  context.scale(side / 24, side / 24)
  draw()
  context.restore()
}

/** A disc of 20 screen pixels where the line of the branch enters, lit with it. */
function paintKind(brush: Brush, card: PaintedCard, kind: NonNullable<CardFace['branchKind']>): void {
  const { context, look, zoom } = brush
  const [x, y] = [card.x + cardWidth / 2, card.y]
  const isLit = card.isOnPath || card.face.isRunning
  context.fillStyle = look.panel
  context.strokeStyle = isLit ? look.accent : look.line
  context.lineWidth = (isLit ? 1.5 : 1) / zoom
  context.beginPath()
  context.arc(x, y, 10 / zoom, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
  atIcon(brush, { x, y, side: 11 / zoom }, () => {
    context.strokeStyle = isLit ? look.accent : look.muted
    context.lineWidth = 2
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.stroke(new Path2D(icons[kind]))
  })
}

/** The star of a chosen picture, a disc of 22 screen pixels at its top right. */
function paintStar(brush: Brush, box: Rect): void {
  const { context, look, zoom } = brush
  const [x, y] = [box.x + box.width - 17 / zoom, box.y + 17 / zoom]
  context.fillStyle = look.glass
  context.beginPath()
  context.arc(x, y, 11 / zoom, 0, 2 * Math.PI)
  context.fill()
  atIcon(brush, { x, y, side: 12 / zoom }, () => {
    context.fillStyle = look.onGlass
    context.fill(new Path2D(star))
  })
}

/** A picture narrower than this on the screen has no room for the number of its comments. */
const minForComments = 56

/** The number of open comments on an ink disc of 20 screen pixels at the picture's top left, wider for larger numbers. */
function paintComments(brush: Brush, box: Rect, count: number): void {
  const { context, look, zoom } = brush
  const text = String(count)
  const size = 11 / zoom
  context.font = `600 ${size}px Inter, sans-serif`
  const width = Math.max(20 / zoom, context.measureText(text).width + 10 / zoom)
  const [x, y] = [box.x + 6 / zoom, box.y + 6 / zoom]
  context.fillStyle = look.ink
  context.strokeStyle = look.ground
  context.lineWidth = 1.5 / zoom
  context.beginPath()
  context.roundRect(x, y, width, 20 / zoom, 10 / zoom)
  context.stroke()
  context.fill()
  context.fillStyle = look.ground
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, x + width / 2, y + 10 / zoom)
  context.textAlign = 'left'
}

/** The width of a piece of text, in the unit of the line's width. */
type Measure = (text: string) => number

const ellipsis = '…'

/** The longest prefix of a text that fits, at least one character of it. */
function longestStart(text: string, width: number, measure: Measure): string {
  const characters = Array.from(text)
  let fits = 1
  let tooLong = characters.length + 1
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (measure(characters.slice(0, middle).join('')) <= width) fits = middle
    else tooLong = middle
  }
  return characters.slice(0, fits).join('')
}

/** Breaks a text between words, and inside of a word that is longer than a line; what does not fit ends in an ellipsis. */
export function wrapText(text: string, width: number, mostLines: number, measure: Measure): string[] {
  const lines: string[] = []
  let rest = text.replace(/\s+/g, ' ').trim()
  while (rest !== '' && lines.length < mostLines) {
    if (measure(rest) <= width) {
      lines.push(rest)
      return lines
    }
    const start = longestStart(rest, width, measure)
    const isAtBreak = rest[start.length] === ' '
    const lastSpace = start.lastIndexOf(' ')
    const line = isAtBreak || lastSpace <= 0 ? start : start.slice(0, lastSpace)
    lines.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  const last = lines.pop()
  if (last === undefined) return lines
  return [...lines, rest === '' ? last : `${longestStart(last, width - measure(ellipsis), measure)}${ellipsis}`]
}
