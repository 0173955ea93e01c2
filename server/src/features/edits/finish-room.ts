import { resultSize } from '#domain/edit/edit-frame.ts'
import { AdmissionRefused } from '../../operations/admission.ts'
import { type MeasuredPicture, measurePicture } from '../../operations/decoding-room.ts'
import { type DecodedKind, streamedKind } from '../../operations/picture-weight.ts'
import type { JobMemory } from '../../operations/work-limits.ts'
import { taskWeight } from '../../retouch/retouch-pool.ts'
import type { EditWork, GivenEdit } from './edit-work.ts'

/** Bytes per pixel of the file of a photograph as PNG. */
const answeredBytesPerPixel = 2
/** The kind whose decoder holds most. */
const heaviestKind = { kind: 'avif', isProgressive: false, bitsPerChannel: 8 } as const satisfies DecodedKind

/**
 * Measures what an executor will answer with. A part of a picture is small, and worth little unless it is laid back: it is taken for the
 * heaviest kind. A whole enlargement is taken for a PNG, which models are asked for: one of another kind is of use as it is.
 */
function expectedAnswer({ asked, source }: EditWork, { request }: GivenEdit): MeasuredPicture {
  const isEnlarged = asked.operation === 'upscale'
  const { width, height } = isEnlarged ? resultSize(asked, source.size) : request.size
  const decoded = isEnlarged ? streamedKind : heaviestKind
  const pixels = width * height
  return { kind: decoded.kind, decoded, pixels, fileBytes: answeredBytesPerPixel * pixels, copyBytes: 0 }
}

/**
 * Checks, before an executor outside is asked and paid, that there is memory to lay its answer back.
 * @throws AdmissionRefused where the server has less than that takes.
 */
export async function checkFinish({ maxEditBytes }: JobMemory, work: EditWork, given: GivenEdit): Promise<void> {
  if (!given.edit.given) return
  const { asked, source } = work
  const made = resultSize(asked, source.size)
  const pixels = source.size.width * source.size.height + made.width * made.height
  const pictures = [await measurePicture(source.bytes), expectedAnswer(work, given)]
  if (taskWeight(pictures, pixels) > maxEditBytes) throw new AdmissionRefused('room')
}
