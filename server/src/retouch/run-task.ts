import { adjustPixels } from '#domain/edit/adjust-pixels.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { giveFrame, givePart, pasteFrame, pastePart, type Report, takeFrame } from './composite-tasks.ts'
import { applyMatte, cutOut } from './cut-out.ts'
import { effects } from './effects.ts'
import { fillMask } from './fill.ts'
import { decodePicture, decodeScaled, describePicture, encodeResult, type PictureFile } from './picture-pixels.ts'
import type { RetouchedPicture, RetouchTask } from './retouch-task.ts'

async function encoded(data: Uint8Array, kind: PictureFile, { width, height }: PixelSize): Promise<RetouchedPicture> {
  const bytes = await encodeResult({ data, width, height }, kind, 'computed')
  return { bytes, width, height, mask: null, notes: [] }
}

/** Gives every pixel the opacity of another picture of the same size, in place. */
function takeOpacity(data: Uint8Array, of: Uint8Array): void {
  for (let index = 3; index < data.length; index += 4) data[index] = of[index] as number
}

/** Does one task. @throws UnusablePicture where a picture or a mask can't be worked on. */
export async function runTask(task: RetouchTask, report: Report): Promise<RetouchedPicture> {
  switch (task.kind) {
    case 'frame':
      return takeFrame(task, report)
    case 'give':
      return givePart(task)
    case 'give-frame':
      return giveFrame(task)
    case 'paste':
      return pastePart(task)
    case 'paste-frame':
      return pasteFrame(task)
    case 'fill':
      return fillMask(task, report)
    case 'cut-out':
      return cutOut(task, report)
    case 'apply-matte':
      return applyMatte(task)
    case 'adjust': {
      const picture = await decodePicture(task.source)
      const into = new Uint8Array(picture.data.length)
      adjustPixels(picture, task.adjustments, { into, progress: report })
      return encoded(into, picture, picture)
    }
    case 'effect': {
      const picture = await decodePicture(task.source)
      report(0.3)
      effects[task.effect](picture, task.variant)
      return encoded(picture.data, picture, picture)
    }
    case 'as-source': {
      const { kind, hasAlpha, isLossless } = await describePicture(task.source)
      const data = await decodeScaled(task.result, task.size)
      // Most models give their pictures back without transparency: it is the source's, scaled.
      if (hasAlpha && !(await describePicture(task.result)).hasAlpha)
        takeOpacity(data, await decodeScaled(task.source, task.size))
      return encoded(data, { kind, hasAlpha, isLossless }, task.size)
    }
    case 'enlarge': {
      const file = await describePicture(task.source)
      const size = { width: file.width * task.factor, height: file.height * task.factor }
      const data = await decodeScaled(task.source, size)
      report(0.6)
      return encoded(data, file, size)
    }
  }
}
