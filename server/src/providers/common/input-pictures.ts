import { type PictureKind, sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { AdmissionRefused } from '#server/operations/admission.ts'
import { type DecodingRoom, withPictureRoom } from '#server/operations/decoding-room.ts'
import { type ImageRequest, type PictureCall, ProviderError } from '../provider.ts'

/** A picture that is sent with the prompt. */
export type InputPicture = {
  readonly bytes: Uint8Array
  /** Its role: the picture that is changed, content to show, or only a look. */
  readonly role: 'parent' | 'content' | 'look'
}

/**
 * Selects the pictures of a request: the edited one or the parent first, then the references in their order, up to the limit. @param most How many
 * the vendor takes with one request, including the parent.
 */
export function chooseInputPictures(
  { parent, edit, references, model }: Pick<ImageRequest, 'parent' | 'edit' | 'references' | 'model'>,
  most: number,
): { readonly pictures: readonly InputPicture[]; readonly warnings: readonly string[] } {
  const base = edit?.given?.picture ?? parent?.image
  const given: InputPicture[] = [...(base ? [{ bytes: base, role: 'parent' as const }] : []), ...references]
  const left = given.length - most
  if (left <= 0) return { pictures: given, warnings: [] }
  const takes = most === 1 ? 'one picture' : `${most} pictures`
  const rest = left === 1 ? 'the last one was' : `the last ${left} were`
  return {
    pictures: given.slice(0, most),
    warnings: [`${model.name} takes ${takes} with a prompt; ${rest} left out.`],
  }
}

/** The picture formats of a vendor. */
export type ReadablePictures = {
  readonly kinds: readonly PictureKind[]
  readonly mostBytes: number
  /** The longest side of one that has to be converted; absent: 2,048 pixels. */
  readonly longestSide?: number
}

/** A picture as a vendor can read it. */
export type ReadablePicture = { readonly bytes: Uint8Array; readonly mediaType: `image/${PictureKind}` }

const defaultLongestSide = 2_048
const longestSideFor = ({ longestSide = defaultLongestSide }: ReadablePictures) => longestSide
/** The best first; the last is used whatever its size. */
const qualities = [90, 70, 45]

/**
 * The picture unchanged where the vendor can read it; else as a JPEG of at most 2,048 pixels a side, or a PNG where it has
 * transparency and the PNG is small enough. @throws ProviderError of class `invalid` where the picture can not be decoded.
 */
export async function readablePicture(
  bytes: Uint8Array,
  vendor: ReadablePictures,
  { memory, signal }: PictureCall,
): Promise<ReadablePicture> {
  const kind = sniffPicture(bytes.subarray(0, sniffedBytes))
  if (kind && vendor.kinds.includes(kind) && bytes.byteLength <= vendor.mostBytes)
    return { bytes, mediaType: `image/${kind}` }
  try {
    const use = longestSideFor(vendor) > defaultLongestSide ? 'whole' : 'shrunk'
    return await withPictureRoom(memory.admit, { source: bytes, use }, (room) => convertPicture(bytes, vendor, room))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AdmissionRefused) throw error
    throw new ProviderError('invalid', brokenInput, { cause: error })
  }
}

const brokenInput = 'A picture that goes with the prompt is damaged. Replace it, then try again.'

async function convertPicture(
  bytes: Uint8Array,
  vendor: ReadablePictures,
  room: DecodingRoom,
): Promise<ReadablePicture> {
  const longestSide = longestSideFor(vendor)
  const picture = await room.openPicture(bytes)
  const smaller = picture
    .clone()
    .autoOrient()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
  if ((await picture.metadata()).hasAlpha) {
    const png = await smaller.clone().png().toBuffer()
    if (png.byteLength <= vendor.mostBytes) return { bytes: png, mediaType: 'image/png' }
  }
  const opaque = smaller.flatten({ background: '#ffffff' })
  let jpeg = await opaque.clone().jpeg({ quality: qualities[0] }).toBuffer()
  for (const quality of qualities.slice(1))
    if (jpeg.byteLength > vendor.mostBytes) jpeg = await opaque.clone().jpeg({ quality }).toBuffer()
  return { bytes: jpeg, mediaType: 'image/jpeg' }
}

/** A picture as a data URI (RFC 2397). */
export const dataUri = ({ bytes, mediaType }: ReadablePicture) =>
  `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
