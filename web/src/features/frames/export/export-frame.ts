import type { Frame } from '#domain/board/board-item.ts'
import { slugOf } from '#domain/text/file-names.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { saveFile } from '#web/ui/files.ts'
import { showToast } from '#web/ui/toast.ts'
import { frameTexts } from '../texts.ts'
import { paintFrame } from './paint-frame.ts'

/** The longest side of a page, in points: readers refuse more (ISO 32000-1, annex C). */
const longestPage = 14_400
/** Of a point for each pixel of the picture: an inch has 72 points, and 144 pixels at twice the size of the screen. */
const pointsPerPixel = 0.5
const jpegQuality = 0.92

/** One page with a picture that fills it. */
async function pdfOf(picture: Blob, { width, height }: OffscreenCanvas, title: string): Promise<Blob> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  document.setTitle(title)
  document.setCreator('Espalier')
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
    const file =
      kind === 'png'
        ? await canvas.convertToBlob({ type: 'image/png' })
        : await pdfOf(await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality }), canvas, frame.title)
    saveFile(name, file)
    const description = lost === 0 ? frameTexts.exported(name) : frameTexts.lostPictures(lost)
    showToast({ kind: lost === 0 ? 'success' : 'info', title: frameTexts.exportDone, description })
  } catch {
    showToast({ kind: 'error', title: frameTexts.error, description: frameTexts.exportFailed })
  }
}
