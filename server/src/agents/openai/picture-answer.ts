import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { success } from '#domain/result.ts'
import { readImageFile } from '../../features/images/read-image-file.ts'
import type { Refusable } from '../../features/refusal.ts'
import type { AgentCall } from '../agent-tool.ts'
import type { ImagesRequest } from './images-request.ts'

/** Memory to decode and encode a picture of the largest size. */
const encodingBytes = 200_000_000

type Wanted = Pick<ImagesRequest, 'format' | 'quality'>

/** The file of an image in the wanted format; blurred while the safety filter hides it, as for its person. */
export async function pictureFile(
  { deps, userId, signal }: Pick<AgentCall, 'deps' | 'userId' | 'signal'>,
  imageId: string,
  { format, quality }: Wanted,
): Refusable<Buffer> {
  const work = deps.work.of(userId, signal)
  const file = await readImageFile(deps, {
    userId,
    imageId,
    size: 'original',
    format: format === 'png' ? 'png' : 'stored',
    sensitive: 'blurred',
    work,
  })
  if (!file.ok) return file
  try {
    const read = file.value.read()
    const bytes = read instanceof Uint8Array ? Buffer.from(read) : await buffer(read)
    if (file.value.mediaType === `image/${format}`) return success(bytes)
    const encode = () => {
      const picture = sharp(bytes)
      return format === 'jpeg'
        ? picture.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer()
        : picture.webp({ quality }).toBuffer()
    }
    return success(await work.admit(encodingBytes, encode))
  } finally {
    file.value.close?.()
  }
}
