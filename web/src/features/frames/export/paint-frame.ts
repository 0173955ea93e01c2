import type { Frame } from '#domain/board/board-item.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { type Connector, connector } from '#domain/layout/connector.ts'
import { itemsIn } from '#domain/layout/frame-content.ts'
import { paintCard } from '#web/canvas/painter/paint-card.ts'
import { type Look, nothingHidden } from '#web/canvas/painter/paint-protocol.ts'
import { readLook } from '#web/canvas/tiles/read-look.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { bitmapAt } from '#web/data/pictures/load-bitmap.ts'
import { boardScene } from '#web/features/board/board-scene.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { cardsIn } from '#web/features/board/cards/drag-cards.ts'
import { paintNote } from './paint-note.ts'

/** Kept free around the frame, and above it for its title, in canvas pixels. */
const margin = 40
const titleHeight = 56
const frameRadius = 32

/** The longest side and the area that every browser's canvas can have, in pixels. */
const longestSide = 8_192
const largestArea = 40_000_000
/** Two pixels for a canvas pixel are as sharp as a card at 200 %. */
const sharpest = 2

/** How many pixels of the picture a canvas pixel becomes. */
const exportScale = ({ width, height }: Pick<Rect, 'width' | 'height'>): number =>
  Math.min(sharpest, longestSide / Math.max(width, height), Math.sqrt(largestArea / (width * height)))

/** A painted frame, and how many pictures could not be loaded. */
export type PaintedFrame = { readonly canvas: OffscreenCanvas; readonly lost: number }

type Pen = OffscreenCanvasRenderingContext2D

function paintLine(pen: Pen, { from, control1, control2, to }: Connector, look: Look): void {
  pen.strokeStyle = look.branch
  pen.lineWidth = 2
  pen.beginPath()
  pen.moveTo(from.x, from.y)
  pen.bezierCurveTo(control1.x, control1.y, control2.x, control2.y, to.x, to.y)
  pen.stroke()
}

function paintArea(pen: Pen, { x, y, width, height, title }: Frame, look: Look): void {
  pen.beginPath()
  pen.roundRect(x, y, width, height, frameRadius)
  pen.fillStyle = look.raised
  pen.fill()
  pen.strokeStyle = look.hairline
  pen.lineWidth = 2
  pen.stroke()
  pen.fillStyle = look.ink
  pen.font = '600 28px Inter, system-ui, sans-serif'
  pen.textBaseline = 'alphabetic'
  pen.textAlign = 'left'
  pen.fillText(title, x, y - 16, width)
}

/** The color of a token of the theme, as a canvas accepts it. */
function colorOf(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

type Bitmaps = ReadonlyMap<string, ImageBitmap>

/** The pictures of one card; those that can't be loaded are missing. */
async function loadPictures(ids: readonly string[]): Promise<Bitmaps> {
  const { signal } = new AbortController()
  const loaded = await Promise.all(
    ids.map((id) =>
      bitmapAt(imageAddress(id, 512), signal).then(
        (bitmap) => [[id, bitmap] as const],
        () => [],
      ),
    ),
  )
  return new Map(loaded.flat())
}

/** Paints a frame with the cards, notes and smaller frames that lie in it, in the colors of the theme. */
export async function paintFrame({ board }: Pick<BoardSession, 'board'>, frame: Frame): Promise<PaintedFrame> {
  const area = {
    x: frame.x - margin,
    y: frame.y - margin - titleHeight,
    width: frame.width + 2 * margin,
    height: frame.height + 2 * margin + titleHeight,
  }
  const scale = exportScale(area)
  const canvas = new OffscreenCanvas(Math.ceil(area.width * scale), Math.ceil(area.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser has no canvas to paint on.')
  await document.fonts.ready
  const look = readLook(document.body)
  pen.fillStyle = look.ground
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale)
  pen.imageSmoothingQuality = 'high'

  const { frames, notes } = board.items.get()
  const inside = itemsIn(frame, { frames: frames.values(), notes: notes.values() })
  for (const each of [frame, ...inside.frames]) paintArea(pen, each, look)
  const cards = cardsIn(board, frame)
    .flatMap((id) => board.cards.get(id) ?? [])
    .sort((a, b) => a.order - b.order)
  const ids = new Set(cards.map(({ id }) => id))
  for (const card of cards) {
    const parent = ids.has(card.parentId ?? '') ? board.cards.get(card.parentId ?? '') : undefined
    if (parent) paintLine(pen, connector(cardRect(parent), cardRect(card)), look)
  }
  const scene = boardScene(board)
  let lost = 0
  for (const card of cards) {
    const face = scene.face(card.id)
    if (!face) continue
    const wanted = card.isCollapsed ? [] : face.images.filter(({ state }) => state === 'picture').map(({ id }) => id)
    const pictures = await loadPictures(wanted)
    lost += wanted.length - pictures.size
    const brush = {
      context: pen,
      look,
      zoom: Math.max(1, scale),
      drawPicture({ id }: { readonly id: string }, { x, y, width, height }: Rect) {
        const bitmap = pictures.get(id)
        if (bitmap) pen.drawImage(bitmap, x, y, width, height)
        return bitmap !== undefined
      },
    }
    paintCard(brush, {
      ...cardRect(card),
      isCollapsed: card.isCollapsed,
      face,
      isSelected: false,
      isOnPath: false,
      isDimmed: false,
      hidden: nothingHidden,
    })
    for (const bitmap of pictures.values()) bitmap.close()
  }
  for (const note of inside.notes) paintNote(pen, note, { paper: colorOf('--paper'), ink: look.ink })
  return { canvas, lost }
}
