import { createJsonMeter } from '#domain/limits/json-meter.ts'
import { sayCredentials } from '#domain/records/content-credentials.ts'
import { isJpeg } from '../jpeg-record.ts'
import { isPng } from '../png-record.ts'
import { isWebp } from '../webp-record.ts'
import type { PictureCredentials } from './picture-credentials.ts'

/** The label of a manifest store (ISO 19566-5, JUMBF): a file without it has no content credentials. */
const label = Buffer.from('c2pa')

function mediaTypeOf(bytes: Uint8Array): string | null {
  if (isPng(bytes)) return 'image/png'
  if (isJpeg(bytes)) return 'image/jpeg'
  return isWebp(bytes) ? 'image/webp' : null
}

/** A report has some hundred values for each picture of a chain. */
const reportBounds = { maxValues: 200_000, maxDepth: 64 }

/** The statement of the content credentials of a file from outside, as a sentence; null where it has none that can be read. */
export async function saidByCredentials(
  bytes: Buffer,
  { read }: Pick<PictureCredentials, 'read'>,
): Promise<string | null> {
  const mediaType = mediaTypeOf(bytes)
  if (mediaType === null || !bytes.includes(label)) return null
  try {
    const report = await read(mediaType, bytes)
    return createJsonMeter(reportBounds).take(Buffer.from(report)) ? sayCredentials(JSON.parse(report)) : null
  } catch {
    return null
  }
}
