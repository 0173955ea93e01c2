import sharp from 'sharp'
import { maskWeights } from '#domain/edit/mask-weights.ts'
import { subjectBox } from '#domain/edit/subject-box.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { loadOpenCv, withMats } from './opencv.ts'
import {
  type DecodedPicture,
  decodeMask,
  decodePicture,
  encodeResult,
  openColored,
  openUpright,
} from './picture-pixels.ts'
import { type MaskInput, type RetouchedPicture, type RetouchTask, UnusablePicture } from './retouch-task.ts'

/** The longest side at which a subject is looked for: 768 pixels take a second, and edges are refined by enlarging. */
const longestSide = 768
const rounds = 4
/** Less than this share of a selection is no subject: then the selection counts as it is. */
const minFound = 0.02
/** So few pixels say nothing about colors. */
const minPixels = 64

type Seen = PixelSize & { readonly rgb: Uint8Array; readonly background: Uint8Array }

const sized = ({ width, height }: PixelSize): PixelSize => {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** 255 outside of a box, 0 in it. */
function outsideOf(box: Rect, { width, height }: PixelSize): Uint8Array {
  const outside = new Uint8Array(width * height).fill(255)
  for (let y = box.y; y < box.y + box.height; y++) outside.fill(0, y * width + box.x, y * width + box.x + box.width)
  return outside
}

async function lookAt(source: Uint8Array, mask: MaskInput | null, picture: PixelSize): Promise<Seen> {
  const { width, height } = sized(picture)
  const colored = await openColored(source)
  const rgb = await colored
    .flatten({ background: '#808080' })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  if (!mask) return { width, height, rgb, background: outsideOf(subjectBox({ width, height }), { width, height }) }
  const { data } = await decodeMask(mask.png)
  const background = await sharp(data, { raw: { width: picture.width, height: picture.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { width, height, rgb, background }
}

/**
 * Finds the subject in a rough selection by GrabCut (Rother, Kolmogorov and Blake, 2004): outside of it is surely background, and what
 * inside looks like the outside is background too. @returns 255 where the background is; null where no subject was found.
 */
async function findBackground({ width, height, rgb, background }: Seen): Promise<Uint8Array | null> {
  const inside = background.reduce((sum, grey) => sum + Number(grey < 128), 0)
  if (inside < minPixels || width * height - inside < minPixels) return null
  const { cv } = await loadOpenCv()
  return withMats((keep) => {
    const picture = keep(new cv.Mat(height, width, cv.CV_8UC3))
    picture.data.set(rgb)
    const marks = keep(new cv.Mat(height, width, cv.CV_8UC1))
    for (let pixel = 0; pixel < width * height; pixel++)
      marks.data[pixel] = (background[pixel] ?? 0) >= 128 ? cv.GC_BGD : cv.GC_PR_FGD
    const [behind, before] = [keep(new cv.Mat()), keep(new cv.Mat())]
    cv.grabCut(picture, marks, new cv.Rect(0, 0, width, height), behind, before, rounds, cv.GC_INIT_WITH_MASK)
    const found = marks.data.map((mark) => (mark === cv.GC_FGD || mark === cv.GC_PR_FGD ? 0 : 255))
    const share = found.reduce((sum, grey) => sum + Number(grey === 0), 0) / inside
    return share < minFound ? null : found
  })
}

/**
 * Gray from here to there is the soft edge of an enlarged mask: below the middle, since what is mixed with the background at an edge is
 * found as subject.
 */
const edgeFrom = 24
const edgeTo = 96

/** A small mask at the size of its picture, with an edge that is about one pixel of the small one wide. */
async function enlargedMask(mask: Uint8Array, from: PixelSize, to: PixelSize): Promise<Uint8Array> {
  const { width, height } = from
  const soft = await sharp(mask, { raw: { width, height, channels: 1 } })
    .blur(0.7)
    .resize(to.width, to.height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  return soft.map((grey) => Math.min(255, Math.max(0, Math.round(((grey - edgeFrom) / (edgeTo - edgeFrom)) * 255))))
}

/** The distance within which the subject's own color is looked for, in pixels. */
const colorReach = 3
/** So near to the background a pixel of the subject has some of its color. */
const rim = 1

/**
 * Makes a picture transparent by how much each pixel belongs to the background. What is gone leaves no color behind, and a pixel of
 * the edge, where subject and background are mixed, gets the color of the subject beside it: no fringe on another background.
 */
function clear({ data, width, height }: DecodedPicture, background: Uint8Array): void {
  const box = { x: 0, y: 0, width, height }
  const near = maskWeights({ box, data: background }, { grow: rim, feather: 0 }).data
  for (let pixel = 0; pixel < background.length; pixel++) {
    const gone = background[pixel] as number
    if (gone === 0 && near[pixel] === 0) continue
    const at = pixel * 4
    const alpha = Math.round(((data[at + 3] as number) * (255 - gone)) / 255)
    if (alpha === 0) continue
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const sums = [0, 0, 0]
    let found = 0
    for (let row = Math.max(0, y - colorReach); row <= Math.min(height - 1, y + colorReach); row++)
      for (let column = Math.max(0, x - colorReach); column <= Math.min(width - 1, x + colorReach); column++) {
        const other = row * width + column
        if (background[other] !== 0 || near[other] !== 0) continue
        found++
        for (let channel = 0; channel < 3; channel++)
          sums[channel] = (sums[channel] as number) + (data[other * 4 + channel] as number)
      }
    if (found > 0)
      for (let channel = 0; channel < 3; channel++) data[at + channel] = Math.round((sums[channel] as number) / found)
    data[at + 3] = alpha
  }
  // Afterwards: until then every pixel of the subject has its color.
  for (let pixel = 0; pixel < background.length; pixel++)
    if (background[pixel] === 255 || (background[pixel] !== 0 && data[pixel * 4 + 3] === 0))
      data.fill(0, pixel * 4, pixel * 4 + 4)
}

type Edge = { readonly grow: number; readonly feather: number }

/** Grown and feathered as asked for: the background grows into the subject. */
function shaped(background: Uint8Array, { width, height }: PixelSize, edge: Edge): Uint8Array {
  if (edge.grow === 0 && edge.feather === 0) return background
  return maskWeights({ box: { x: 0, y: 0, width, height }, data: background }, edge).data
}

async function cleared(
  picture: DecodedPicture,
  { background, edge, notes = [] }: { background: Uint8Array; edge: Edge; notes?: readonly string[] },
): Promise<RetouchedPicture> {
  clear(picture, shaped(background, picture, edge))
  const { width, height } = picture
  return { bytes: await encodeResult(picture, picture, 'kept'), width, height, mask: null, notes }
}

/** Gives what was found the sides of an exact mask: soft edges stay where both agree. */
function settle(background: Uint8Array, exact: Uint8Array): Uint8Array {
  return background.map((gone, pixel) => {
    const side = exact[pixel] as number
    return gone >= 128 === side >= 128 ? gone : side
  })
}

const noEdge: Edge = { grow: 0, feather: 0 }
const notFound = 'No subject was found in the selection. It was cut out as it is.'
const noSubject = 'No subject was found in the picture. Select it roughly, and try again.'

/** @throws UnusablePicture where nothing is selected, and no subject is found. */
export async function cutOut(
  { source, mask, use }: Extract<RetouchTask, { kind: 'cut-out' }>,
  report: (fraction: number) => void,
): Promise<RetouchedPicture> {
  const picture = await decodePicture(source)
  const seen = await lookAt(source, use === 'exact' ? null : mask, picture)
  report(0.2)
  const found = await findBackground(seen)
  report(0.9)
  const background = found && (await enlargedMask(found, seen, picture))
  if (!mask) {
    if (!background) throw new UnusablePicture(noSubject)
    return cleared(picture, { background, edge: noEdge })
  }
  if (background && use === 'rough') return cleared(picture, { background, edge: mask })
  const { data: selected } = await decodeMask(mask.png)
  if (background) return cleared(picture, { background: settle(background, selected), edge: mask })
  return cleared(picture, { background: selected, edge: mask, notes: use === 'rough' ? [notFound] : [] })
}

/** Makes transparent what a tool or a model found: its result may be of another size, and its colors don't count. */
export async function applyMatte({
  source,
  matte,
  mask,
  use,
}: Extract<RetouchTask, { kind: 'apply-matte' }>): Promise<RetouchedPicture> {
  const picture = await decodePicture(source)
  const { hasAlpha, channels } = await openUpright(matte).metadata()
  if (!hasAlpha && channels >= 3)
    throw new UnusablePicture('The model returned a picture without transparency. Try another one.')
  const grey = await openUpright(matte)
    .resize(picture.width, picture.height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(hasAlpha ? 'alpha' : 0)
    .raw()
    .toBuffer()
  const background = grey.map((alpha) => 255 - alpha)
  if (!mask) return cleared(picture, { background, edge: noEdge })
  const { data: selected } = await decodeMask(mask.png)
  if (use === 'exact') return cleared(picture, { background: settle(background, selected), edge: mask })
  for (const [pixel, white] of selected.entries()) if (white >= 128) background[pixel] = 255
  return cleared(picture, { background, edge: mask })
}
