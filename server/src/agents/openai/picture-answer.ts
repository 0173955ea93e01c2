import type { AsyncResult } from '#server/db/refusal.ts'
import { readDigitalSource } from '../../features/provenance/digital-source.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import { withPicture } from '../agent-pictures.ts'
import type { AgentCall } from '../agent-tool.ts'
import type { ImagesRequest } from './images-request.ts'

type Wanted = Pick<ImagesRequest, 'format' | 'quality'>

/** The file of an image in the wanted format. */
export async function pictureFile(
  caller: Pick<AgentCall, 'deps' | 'userId' | 'signal'>,
  imageId: string,
  { format, quality }: Wanted,
): AsyncResult<Uint8Array> {
  const wanted = { imageId, size: 'original', format: format === 'png' ? 'png' : 'stored' } as const
  const asked = `image/${format}`
  const converted = format === 'webp' ? 'whole-webp' : 'whole'
  const use = (mediaType: string) => (mediaType === asked ? 'unopened' : converted)
  return withPicture(caller, { ...wanted, use }, async (bytes, mediaType, room): Promise<Uint8Array> => {
    if (mediaType === asked) return bytes
    const picture = await room.openPicture(bytes)
    const encoded =
      format === 'jpeg' ? picture.flatten({ background: '#ffffff' }).jpeg({ quality }) : picture.webp({ quality })
    const source = await readDigitalSource(caller.deps, imageId)
    return caller.deps.fileSigner.sign(await markPicture(await encoded.toBuffer(), source), source)
  })
}
