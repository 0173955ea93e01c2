import sharp from 'sharp'
import { success } from '#domain/result.ts'
import { readDigitalSource } from '../../features/provenance/digital-source.ts'
import type { Refusable } from '../../features/refusal.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import { readPicture } from '../agent-pictures.ts'
import type { AgentCall } from '../agent-tool.ts'
import type { ImagesRequest } from './images-request.ts'

/** Memory to decode and encode a picture of the largest size. */
const encodingBytes = 200_000_000

type Wanted = Pick<ImagesRequest, 'format' | 'quality'>

/** The file of an image in the wanted format. */
export async function pictureFile(
  caller: Pick<AgentCall, 'deps' | 'userId' | 'signal'>,
  imageId: string,
  { format, quality }: Wanted,
): Refusable<Uint8Array> {
  const file = await readPicture(caller, imageId, { size: 'original', format: format === 'png' ? 'png' : 'stored' })
  if (!file.ok) return file
  const { bytes, mediaType } = file.value
  if (mediaType === `image/${format}`) return success(bytes)
  const encode = () => {
    const picture = sharp(bytes)
    return format === 'jpeg'
      ? picture.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer()
      : picture.webp({ quality }).toBuffer()
  }
  const { admit } = caller.deps.work.of(caller.userId, caller.signal)
  const source = await readDigitalSource(caller.deps, imageId)
  return success(await admit(encodingBytes, async () => markPicture(await encode(), source)))
}
