import { imageAddress } from '#web/data/image-address.ts'
import { pathTexts } from './path-texts.ts'
import type { ShownStep } from './use-path.ts'

/** Pixels of the strip. A step is as wide as its thumbnail; wider strips than a browser can draw become smaller. */
const side = 512
const gap = 24
const captionHeight = 88
const lineHeight = 26
/** The widest canvas that every browser draws. */
const widest = 16_384

const ink = '#1b1d21'
const muted = '#60646c'
const paper = '#ffffff'

async function loaded(step: ShownStep): Promise<HTMLImageElement | null> {
  if (!step.image) return null
  const picture = new Image()
  picture.src = imageAddress(step.image.id, 512)
  await picture.decode()
  return picture
}

/** The beginning of a text in at most two lines, broken where a word ends. */
function twoLines(context: CanvasRenderingContext2D, text: string): string[] {
  const lines: string[] = ['']
  for (const word of text.split(/(?<=\s)/u)) {
    const line = lines.length - 1
    if (context.measureText(lines[line] + word.trimEnd()).width <= side || lines[line] === '') lines[line] += word
    else lines.push(word)
  }
  const [first = '', second, third] = lines
  return second === undefined ? [first] : [first, third === undefined ? second : `${second.trimEnd()}…`]
}

function drawStep(context: CanvasRenderingContext2D, step: ShownStep, picture: HTMLImageElement | null): void {
  if (picture) {
    const scale = Math.min(side / picture.naturalWidth, side / picture.naturalHeight)
    const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale]
    context.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height)
  }
  context.fillStyle = picture ? ink : muted
  twoLines(context, step.caption.text).forEach((line, row) => {
    context.fillText(line, 0, side + lineHeight * (row + 1), side)
  })
}

/**
 * The path as one PNG: its pictures in a row, each with what changed under it. Drawn here and not on the server, because the
 * fonts of every script are here.
 * @throws Error when a picture can't be read.
 */
export async function drawPath(steps: readonly ShownStep[]): Promise<Blob> {
  const pictures = await Promise.all(steps.map(loaded))
  const full = steps.length * (side + gap) + gap
  const scale = Math.min(1, widest / full)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(full * scale)
  canvas.height = Math.round((side + captionHeight + 2 * gap) * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.scale(scale, scale)
  context.fillStyle = paper
  context.fillRect(0, 0, full, side + captionHeight + 2 * gap)
  context.font = '500 20px Inter, system-ui, sans-serif'
  context.translate(gap, gap)
  steps.forEach((step, place) => {
    context.save()
    context.translate(place * (side + gap), 0)
    drawStep(context, step, pictures[place] ?? null)
    context.restore()
  })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error(pathTexts.failed)
  return blob
}
