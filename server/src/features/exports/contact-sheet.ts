import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import type { ExportSheetBody } from '#contract/cards/export.ts'
import { type DigitalSource, digitalSourceOfAll } from '#domain/records/digital-source.ts'
import { xmpPacket } from '#domain/records/xmp-packet.ts'
import { layContactSheet, type SheetCell, sheetPage } from '#domain/transfer/contact-sheet.ts'
import { readDigitalSource } from '#server/features/provenance/digital-source.ts'
import { openSmall } from '#server/operations/decoding-room.ts'
import type { Thumbnailer } from '#server/pictures/thumbnailer.ts'
import type { ExportDeps } from './export-picture.ts'
import type { ExportedImage } from './exported-images.ts'
import { embedSheetWords, type SheetWords } from './sheet-words.ts'

export type ContactSheetDeps = Pick<ExportDeps, 'db' | 'registry'> & { readonly thumbnailer: Thumbnailer }

/** Bytes of memory of a sheet: the fonts, and of each picture its thumbnail and its copy in the document. */
export const contactSheetBytes = (count: number): number => 60_000_000 + 180_000 * count

const thumbnailSize = 512
const jpegQuality = 85
const sizes = { title: 16, caption: 8, foot: 8 } as const
const lineHeight = 11
const linesOf = { none: 0, name: 2, prompt: 5 } as const
const titleBase = 52

/** The words below a picture. */
function captionsOf(image: ExportedImage, place: number, captions: ExportSheetBody['captions']): string[] {
  if (captions === 'none') return []
  const name = `${place + 1}   ${image.model ?? 'Brought in'}`
  const size = `${image.width} × ${image.height}`
  return captions === 'name' ? [name, size] : [name, size, image.prompt]
}

function drawCaptions(words: SheetWords, page: PDFPage, cell: SheetCell, texts: readonly string[]): void {
  const { x, y, width, height } = cell.words
  let line = 0
  for (const text of texts) {
    const left = Math.floor(height / lineHeight) - line
    // A name and a size are one line each.
    const most = text === texts[2] ? left : Math.min(1, left)
    if (most < 1) return
    for (const each of words.lines(text, { size: sizes.caption, width, most }))
      words.draw(page, each, { x, y: sheetPage.height - y - ++line * lineHeight, size: sizes.caption })
  }
}

async function drawPicture(document: PDFDocument, page: PDFPage, cell: SheetCell, thumbnail: Uint8Array) {
  const jpeg = await openSmall(thumbnail).flatten({ background: '#ffffff' }).jpeg({ quality: jpegQuality }).toBuffer()
  const embedded = await document.embedJpg(jpeg)
  const { picture } = cell
  const scale = Math.min(picture.width / embedded.width, picture.height / embedded.height)
  const [width, height] = [embedded.width * scale, embedded.height * scale]
  page.drawImage(embedded, {
    x: picture.x + (picture.width - width) / 2,
    // At the bottom of its square, above its words.
    y: sheetPage.height - picture.y - picture.height,
    width,
    height,
  })
}

/** Says where the pictures of a document come from (ISO 32000-1, 14.3.2). */
function markDocument(document: PDFDocument, source: DigitalSource | null): void {
  if (source === null) return
  const packet = new TextEncoder().encode(xmpPacket({ record: null, source }))
  const metadata = document.context.stream(packet, { Type: 'Metadata', Subtype: 'XML' })
  document.catalog.set(PDFName.of('Metadata'), document.context.register(metadata))
}

/**
 * Makes a contact sheet: images in rows on pages of A4, as a PDF. @param signal Ends it. @throws Error where a picture is gone or damaged.
 */
export async function makeContactSheet(
  deps: ContactSheetDeps,
  {
    images,
    body,
    signal,
  }: { readonly images: readonly ExportedImage[]; readonly body: ExportSheetBody; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const { title, columns, captions } = body
  const document = await PDFDocument.create()
  if (title !== '') document.setTitle(title)
  document.setCreator('Espalier')
  const words = await embedSheetWords(document)
  const captionHeight = linesOf[captions] * lineHeight
  const cells = layContactSheet(images.length, { columns, captionHeight, hasTitle: title !== '' })
  const pages = Array.from({ length: (cells.at(-1)?.page ?? 0) + 1 }, () =>
    document.addPage([sheetPage.width, sheetPage.height]),
  )
  const left = cells[0]?.picture.x ?? 0
  const sources = new Set<DigitalSource | null>()
  for (const [place, image] of images.entries()) {
    signal.throwIfAborted()
    const cell = cells[place]
    const page = cell && pages[cell.page]
    const thumbnail = await deps.thumbnailer.read(image, thumbnailSize)
    if (!cell || !page || !thumbnail) throw new Error(`The original of image ${image.imageId} is gone.`)
    await drawPicture(document, page, cell, thumbnail)
    drawCaptions(words, page, cell, captionsOf(image, place, captions))
    sources.add(image.isBroughtIn ? null : (image.digitalSource ?? (await readDigitalSource(deps, image.imageId))))
  }
  for (const [place, page] of pages.entries())
    words.draw(page, `${place + 1} / ${pages.length}`, { x: left, y: 24, size: sizes.foot })
  const [heading = ''] = words.lines(title, { size: sizes.title, width: sheetPage.width - 2 * left, most: 1 })
  const [first] = pages
  if (first && heading !== '')
    words.draw(first, heading, { x: left, y: sheetPage.height - titleBase, size: sizes.title })
  markDocument(document, digitalSourceOfAll([...sources]))
  return document.save()
}
