import type { Token, Tokens } from 'marked'
import type { Frame, Note } from '#domain/board/board-item.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { type Connector, connector } from '#domain/layout/connector.ts'
import { itemsIn, noteWidth } from '#domain/layout/frame-content.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { xmpPacket } from '#domain/records/xmp-packet.ts'
import { slugOf } from '#domain/text/file-names.ts'
import { paintCard } from '#web/canvas/painter/paint-card.ts'
import { type Look, nothingHidden } from '#web/canvas/painter/paint-protocol.ts'
import { readLook } from '#web/canvas/tiles/read-look.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { bitmapAt } from '#web/data/pictures/load-bitmap.ts'
import { markedPng, sourceOfCards } from '#web/data/pictures/mark-export.ts'
import { boardScene } from '#web/features/board/board-scene.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { cardsIn } from '#web/features/board/cards/drag-cards.ts'
import { saveFile } from '#web/ui/files.ts'
import { showToast } from '#web/ui/toast.ts'
import { noteTokens } from '#web/viewing/frames/note-text.tsx'
import { frameTexts } from './texts.ts'

/** The longest side of a page, in points: readers refuse more (ISO 32000-1, annex C). */
const longestPage = 14_400
/** Of a point for each pixel of the picture: an inch has 72 points, and 144 pixels at twice the size of the screen. */
const pointsPerPixel = 0.5
const jpegQuality = 0.92

/** One page with a picture that fills it, and its digital source as XMP (ISO 32000-1, 14.3.2). */
async function pdfOf(
  picture: Blob,
  { width, height }: OffscreenCanvas,
  { title, source }: { readonly title: string; readonly source: DigitalSource | null },
): Promise<Blob> {
  const { PDFDocument, PDFName } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  document.setTitle(title)
  document.setCreator('Espalier')
  if (source !== null) {
    const packet = new TextEncoder().encode(xmpPacket({ record: null, source }))
    const metadata = document.context.stream(packet, { Type: 'Metadata', Subtype: 'XML' })
    document.catalog.set(PDFName.of('Metadata'), document.context.register(metadata))
  }
  const scale = Math.min(pointsPerPixel, longestPage / Math.max(width, height))
  const page = document.addPage([width * scale, height * scale])
  const image = await document.embedJpg(new Uint8Array(await picture.arrayBuffer()))
  page.drawImage(image, { x: 0, y: 0, width: width * scale, height: height * scale })
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}

/** Saves a frame as one picture or as one page, and shows what became of it. */
export async function exportFrame(session: BoardSession, frame: Frame, kind: 'png' | 'pdf'): Promise<void> {
  const name = `${slugOf(frame.title) || 'frame'}.${kind}`
  try {
    const { canvas, lost } = await paintFrame(session, frame)
    const source = sourceOfCards(session.board, cardsIn(session.board, frame))
    const file =
      kind === 'png'
        ? await markedPng(await canvas.convertToBlob({ type: 'image/png' }), source)
        : await pdfOf(await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality }), canvas, {
            title: frame.title,
            source,
          })
    saveFile(name, file)
    const description = lost === 0 ? frameTexts.exported(name) : frameTexts.lostPictures(lost)
    showToast({ kind: lost === 0 ? 'success' : 'info', title: frameTexts.exportDone, description })
  } catch {
    showToast({ kind: 'error', title: frameTexts.error, description: frameTexts.exportFailed })
  }
}

/** Kept free around the frame, and above it for its title, in canvas pixels. */
const margin = 40
const titleHeight = 56
const frameRadius = 32

/** The longest side and the area that every browser's canvas can have, in pixels. */
const longestSide = 8_192
const largestArea = 40_000_000
/** Two pixels for a canvas pixel are as sharp as a card at 200 %. */
const sharpest = 2

/** Number of pixels of the picture a canvas pixel becomes. */
const exportScale = ({ width, height }: Pick<Rect, 'width' | 'height'>): number =>
  Math.min(sharpest, longestSide / Math.max(width, height), Math.sqrt(largestArea / (width * height)))

/** A painted frame, and how many pictures could not be loaded. */
type PaintedFrame = { readonly canvas: OffscreenCanvas; readonly lost: number }

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
async function paintFrame({ board }: Pick<BoardSession, 'board'>, frame: Frame): Promise<PaintedFrame> {
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

/** As the style sheet has it, in canvas pixels. */
const padding = 28
const radius = 16
const fontSize = 20
const lineHeight = 1.4
const blockGap = 0.5
const indent = 26

/** Words of one style. */
type Run = { readonly text: string; readonly isBold: boolean; readonly isItalic: boolean }
/** A paragraph, heading or item of a list. */
type Block = {
  readonly runs: readonly Run[]
  readonly size: number
  readonly indent: number
  readonly mark: string
}

const plain = (text: string): Run => ({ text, isBold: false, isItalic: false })

function runsOf(tokens: readonly Token[] | undefined, style: Omit<Run, 'text'>): Run[] {
  return (tokens ?? []).flatMap((token): Run[] => {
    const { type, raw, tokens: inner } = token as Tokens.Generic
    if (type === 'strong') return runsOf(inner, { ...style, isBold: true })
    if (type === 'em') return runsOf(inner, { ...style, isItalic: true })
    if (type === 'br') return [{ ...style, text: '\n' }]
    if (inner && (type === 'link' || type === 'text')) return runsOf(inner, style)
    return [{ ...style, text: raw }]
  })
}

const normal = { isBold: false, isItalic: false }

function blocksOf(tokens: readonly Token[], level = 0): Block[] {
  return tokens.flatMap((token): Block[] => {
    const { type, raw, tokens: inner } = token as Tokens.Generic
    const base = { size: fontSize, indent: level * indent, mark: '' }
    if (type === 'space' || type === 'def') return []
    if (type === 'heading') {
      const size = fontSize * ((token as Tokens.Heading).depth === 1 ? 1.3 : 1.1)
      return [{ ...base, size, runs: runsOf(inner, { ...normal, isBold: true }) }]
    }
    if (type === 'list') {
      const list = token as Tokens.List
      return list.items.flatMap((item, place) => {
        const mark = list.ordered ? `${(Number(list.start) || 1) + place}.` : '•'
        return blocksOf(item.tokens, level + 1).map((block, part) => (part === 0 ? { ...block, mark } : block))
      })
    }
    return [{ ...base, runs: inner ? runsOf(inner, normal) : [plain(raw.trimEnd())] }]
  })
}

type Line = { readonly runs: readonly (Run & { readonly x: number })[] }

const fontOf = ({ isBold, isItalic }: Run, size: number) =>
  `${isItalic ? 'italic ' : ''}${isBold ? 600 : 400} ${size}px Inter, system-ui, sans-serif`

/** The lines of a block: words are moved to the next one where they do not fit. */
function linesOf(pen: Pen, block: Block): Line[] {
  const width = noteWidth - 2 * padding - block.indent
  const lines: (Run & { x: number })[][] = [[]]
  let x = 0
  const newLine = () => {
    lines.push([])
    x = 0
  }
  for (const run of block.runs)
    for (const word of run.text.split(/(\n|\s+)/)) {
      if (word === '\n') {
        newLine()
        continue
      }
      pen.font = fontOf(run, block.size)
      const wide = pen.measureText(word).width
      if (x > 0 && x + wide > width) newLine()
      if (x === 0 && word.trim() === '') continue
      lines.at(-1)?.push({ ...run, text: word, x })
      x += wide
    }
  return lines.map((runs) => ({ runs }))
}

/** Paints a note with its text, in canvas pixels. */
function paintNote(pen: Pen, { x, y, text }: Note, { paper, ink }: { paper: string; ink: string }): void {
  const blocks = blocksOf(noteTokens(text)).map((block) => ({ block, lines: linesOf(pen, block) }))
  const gap = fontSize * blockGap
  const heightOf = ({ block, lines }: (typeof blocks)[number]) => lines.length * block.size * lineHeight
  const height = blocks.reduce((sum, each) => sum + heightOf(each), gap * Math.max(0, blocks.length - 1))
  pen.fillStyle = paper
  pen.beginPath()
  pen.roundRect(x, y, noteWidth, height + 2 * padding, radius)
  pen.fill()
  pen.fillStyle = ink
  pen.textBaseline = 'alphabetic'
  pen.textAlign = 'left'
  let top = y + padding
  for (const each of blocks) {
    const { block, lines } = each
    const step = block.size * lineHeight
    for (const [place, { runs }] of lines.entries()) {
      const baseline = top + place * step + block.size * 1.05
      const left = x + padding + block.indent
      pen.font = fontOf(plain(''), block.size)
      if (place === 0 && block.mark !== '') pen.fillText(block.mark, left - indent * 0.8, baseline)
      for (const run of runs) {
        pen.font = fontOf(run, block.size)
        pen.fillText(run.text, left + run.x, baseline)
      }
    }
    top += heightOf(each) + gap
  }
}
