/**
 * `npm run starters`: paints the starter boards and writes them as exported projects into server/src/features/starters/, and
 * the pictures that announce them into web/src/features/starters/pictures/. The same engine makes the same files.
 */
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { makeZip } from 'client-zip'
import sharp from 'sharp'
import type { CardFileRecord, ImageFileRecord, ProjectFile } from '#contract/board/project-file.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { canvasOrigin, cardRect, horizontalSpacing, siblingOffset } from '#domain/layout/card.ts'
import { frameAround, noteWidth } from '#domain/layout/frame-content.ts'
import { noteSpace } from '#domain/layout/taken-space.ts'
import type { AspectRatio } from '#domain/models/aspect-ratio.ts'
import { hashText } from '#sketch/core/random.ts'
import { decodeImage } from '#sketch/encode.ts'
import { paint } from '#sketch/paint.ts'
import { type PlannedBoard, type PlannedCard, plannedBoards } from './starter-boards.ts'

const model = 'Sketch'
/** Painted pixels of the longer side; pictures of a starter are examples, and a copy of the board stores them again. */
const longestSide = 640
const quality = 60
/** A picture of an announcement is at most 96 wide: twice that for dense screens. */
const announced = { side: 208, quality: 58 }
const imagesOfCard = [0, 1, 2, 3] as const
/** When the boards were made, as their cards have it; a minute for each card. */
const madeAt = Date.UTC(2026, 10, 23, 9)
const minuteMs = 60_000

/** The same id in every run. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function sizeOf(ratio: AspectRatio): { width: number; height: number } {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const scale = longestSide / Math.max(across, down)
  return { width: Math.round(across * scale), height: Math.round(down * scale) }
}

type PaintedImage = { readonly record: ImageFileRecord; readonly bytes: Buffer }
type PaintedCard = { readonly record: CardFileRecord; readonly images: readonly PaintedImage[] }
type Parent = { readonly card: PlannedCard; readonly painted: PaintedCard; readonly image: PaintedImage }

async function paintImage(
  card: PlannedCard,
  { id, orderNum, createdAt, parent }: { id: string; orderNum: number; createdAt: string; parent: Parent | null },
): Promise<PaintedImage> {
  const { width, height } = sizeOf(card.aspectRatio)
  const seed = hashText(`${card.key}#${orderNum}`) & 0x7fffffff
  const { rgb } = paint({
    prompt: card.prompt,
    seed,
    orderNum,
    width,
    height,
    ...(parent &&
      card.kind && {
        parent: {
          image: await decodeImage(parent.image.bytes, longestSide),
          mode: card.kind,
          prompt: parent.card.prompt,
        },
      }),
  })
  const picture = sharp(rgb, { raw: { width, height, channels: 3 } })
  const [bytes, { dominant }] = await Promise.all([
    picture.clone().webp({ quality, effort: 6 }).toBuffer(),
    picture.clone().stats(),
  ])
  const averageColor = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return {
    bytes,
    record: {
      id,
      orderNum,
      status: 'completed',
      seed: card.isBroughtIn ? 0 : seed,
      width,
      height,
      averageColor,
      error: null,
      warnings: [],
      feedback: card.starred === orderNum ? ['star'] : [],
      createdAt,
      file: `images/${id}.webp`,
    },
  }
}

/** Left to right by generation, the children of a card around its height; roots in a square, as far as they fill one. */
function placeOf({ cards }: PlannedBoard, card: PlannedCard): Point {
  const parent = cards.find(({ key }) => key === card.parent?.key)
  const siblings = cards.filter((other) => other.parent?.key === card.parent?.key)
  const index = siblings.indexOf(card)
  if (!parent) {
    const columns = Math.floor(Math.sqrt(siblings.length))
    const row = Math.floor(index / columns)
    return { x: canvasOrigin.x + (index % columns) * horizontalSpacing, y: canvasOrigin.y + row * siblingOffset }
  }
  const { x, y } = placeOf({ cards } as PlannedBoard, parent)
  return { x: x + horizontalSpacing, y: y + (index - (siblings.length - 1) / 2) * siblingOffset }
}

async function paintBoard(board: PlannedBoard): Promise<{ file: ProjectFile; images: readonly PaintedImage[] }> {
  const painted = new Map<string, PaintedCard>()
  for (const [place, card] of board.cards.entries()) {
    const createdAt = new Date(madeAt + place * minuteMs).toISOString()
    const parentCard = board.cards.find(({ key }) => key === card.parent?.key)
    const paintedParent = painted.get(card.parent?.key ?? '')
    const image = paintedParent?.images[card.parent?.image ?? 0]
    const parent = parentCard && paintedParent && image ? { card: parentCard, painted: paintedParent, image } : null
    const images: PaintedImage[] = []
    for (const orderNum of card.isBroughtIn ? [0] : imagesOfCard)
      images.push(
        await paintImage(card, { id: idOf(`${board.name}/${card.key}/${orderNum}`), orderNum, createdAt, parent }),
      )
    const { x: canvasX, y: canvasY } = placeOf(board, card)
    painted.set(card.key, {
      images,
      record: {
        id: idOf(`${board.name}/${card.key}`),
        parentGenerationId: parent?.painted.record.id ?? null,
        parentImageId: parent?.image.record.id ?? null,
        branchKind: parent ? (card.kind ?? null) : null,
        prompt: card.isBroughtIn ? card.isBroughtIn.fileName : card.prompt,
        edit: null,
        model: card.isBroughtIn ? null : model,
        style: null,
        imagePrompts: [],
        styleReferences: [],
        conversationHistory: [],
        aspectRatio: card.aspectRatio,
        resolution: '1K',
        rawMode: false,
        seed: card.isBroughtIn ? 0 : hashText(card.key) & 0x7fffffff,
        canvasX,
        canvasY,
        isCollapsed: false,
        createdAt,
        images: images.map(({ record }) => record),
      },
    })
  }
  const cards = [...painted.values()]
  const area = frameAround(
    cards.map(({ record: { canvasX: x, canvasY: y, isCollapsed } }) => cardRect({ x, y, isCollapsed })),
  )
  const frame = board.frame === undefined ? null : area
  return {
    images: cards.flatMap(({ images }) => images),
    file: {
      format: 'espalier-project',
      version: 2,
      title: board.title,
      // A copy opens fitted to its window.
      view: null,
      cards: cards.map(({ record }) => record),
      uploads: [],
      frames: frame ? [{ id: idOf(`${board.name}/frame`), title: board.frame ?? '', ...frame }] : [],
      notes: [{ id: idOf(`${board.name}/note`), text: board.note, ...placeOfNote(board.note, frame) }],
    },
  }
}

/** Between the note and what it is about, in canvas pixels. */
const noteGap = 60

/** At the left of the frame, whose title is above it; without one above the first card. */
function placeOfNote(text: string, frame: Rect | null): Point {
  if (frame) return { x: frame.x - noteGap - noteWidth, y: frame.y }
  const { height } = noteSpace({ ...canvasOrigin, text })
  return { x: canvasOrigin.x, y: canvasOrigin.y - noteGap - height }
}

async function zipOf({ file, images }: Awaited<ReturnType<typeof paintBoard>>): Promise<Buffer> {
  const lastModified = new Date(madeAt)
  const { cards, ...shell } = file
  const entries = [
    ...images.map(({ record, bytes }) => ({ name: record.file ?? '', input: new Uint8Array(bytes), lastModified })),
    { name: 'project.json', input: JSON.stringify({ ...shell, cards }), lastModified },
  ]
  return Buffer.from(await new Response(makeZip(entries)).arrayBuffer())
}

const boardsFolder = new URL('../../server/src/features/starters/boards/', import.meta.url)
const picturesFolder = new URL('../../web/src/features/starters/pictures/', import.meta.url)
for (const folder of [boardsFolder, picturesFolder]) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
}
let total = 0
for (const board of plannedBoards) {
  const painted = await paintBoard(board)
  const zip = await zipOf(painted)
  await writeFile(new URL(`${board.name}.zip`, boardsFolder), zip)
  total += zip.byteLength
  for (const [place, { key, image }] of board.announced.entries()) {
    const id = idOf(`${board.name}/${key}/${image}`)
    const found = painted.images.find(({ record }) => record.id === id)
    if (!found) throw new Error(`${board.name} has no image ${key} ${image}.`)
    const small = await sharp(found.bytes)
      .resize(announced.side, announced.side, { fit: 'cover' })
      .webp({ quality: announced.quality, effort: 6 })
      .toBuffer()
    await writeFile(new URL(`${board.name}-${place + 1}.webp`, picturesFolder), small)
  }
  console.log(`${board.name}: ${painted.file.cards.length} cards, ${Math.round(zip.byteLength / 1_000)} kB`)
}
console.log(`${Math.round(total / 1_000)} kB`)
