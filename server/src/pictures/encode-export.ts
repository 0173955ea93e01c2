import type { Sharp } from 'sharp'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { ExportFormat } from '#domain/transfer/export-format.ts'
import { coveringSize } from '#domain/transfer/export-size.ts'
import { type DecodingRoom, pictureOfPixels } from '../operations/decoding-room.ts'
import type { PictureSource } from '../operations/picture-source.ts'
import { withResolution } from './exported-resolution.ts'
import { type PsdLayer, writePsdFile } from './psd-file.ts'

/** A layer below the result of an edit: a picture, and its place on the stored result, in pixels of it. */
export type ExportLayer = { readonly name: string; readonly source: PictureSource; readonly place: Rect }

/** A stored picture as it is exported. */
export type ExportEncoding = {
  readonly source: PictureSource
  readonly format: ExportFormat
  /** Pixels of the exported picture; what does not fit is cropped around what draws attention. */
  readonly size: PixelSize
  /** 1 to 100, for JPEG, WebP and AVIF. */
  readonly quality: number
  /** Pixels per inch; null: the file says none. */
  readonly dpi: number | null
  /** An XMP packet for a TIFF, AVIF or PSD; the other formats get theirs afterwards. */
  readonly xmp: string | null
  /** For a PSD, the lowest first. */
  readonly layers: readonly ExportLayer[]
}

/** Seconds after which encoding is given up; a process of its own has 150. AVIF of 16 megapixels takes 50 on a busy core. */
const maxSeconds = 140

/** Bytes of memory per exported pixel beside the decoder, measured with 4,096 × 4,096 pixels and rounded up. */
const encoderBytes = { png: 2, jpeg: 4, webp: 17, avif: 36, tiff: 4, psd: 24 } as const satisfies Record<
  ExportFormat,
  number
>
/** Bytes per pixel of each further layer of a PSD. */
const layerBytes = 11
/** Bytes per pixel of a picture that is cropped by what draws attention: its scaled copy. */
const cropBytes = 5

/** JPEG quality from which on colors have the full resolution. */
const minFullColorQuality = 90

/** The memory that encoding takes beside the decoders of its pictures, in bytes. */
export const encodingWeight = (format: ExportFormat, { width, height }: PixelSize, layers: number): number =>
  width * height * (encoderBytes[format] + cropBytes + (format === 'psd' ? layers * layerBytes : 0))

const millimetersPerInch = 25.4

/** Sets the encoder of a picture, which is changed by that: sharp has no copies. */
function encoded(picture: Sharp, { format, quality, dpi, xmp }: ExportEncoding): Sharp {
  if (xmp !== null) picture.withXmp(xmp)
  // A WebP and an AVIF have no place for it but Exif.
  if (dpi !== null && (format === 'webp' || format === 'avif')) picture.withDensity(dpi)
  switch (format) {
    case 'jpeg':
      return picture.flatten({ background: '#ffffff' }).jpeg({
        quality,
        chromaSubsampling: quality >= minFullColorQuality ? '4:4:4' : '4:2:0',
        // Optimised coding would hold all coefficients of the picture in memory, for 3 % of the bytes.
        optimiseCoding: false,
      })
    case 'webp':
      return picture.webp({ quality, effort: 4, smartSubsample: true })
    case 'avif':
      return picture.avif({ quality, effort: 2 })
    case 'tiff': {
      const perMillimeter = dpi === null ? {} : { xres: dpi / millimetersPerInch, yres: dpi / millimetersPerInch }
      return picture.tiff({ compression: 'lzw', predictor: 'horizontal', resolutionUnit: 'inch', ...perMillimeter })
    }
    default:
      return picture.png({ compressionLevel: 6 })
  }
}

/** RGBA pixels, upright, in sRGB. */
const pixelsOf = (picture: Sharp) =>
  picture.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })

/** The part of a layer that lies on the exported picture, scaled with it; null where none does. */
async function layerOn(
  { name, source, place }: ExportLayer,
  canvas: { readonly size: PixelSize; readonly scale: PixelSize; readonly left: number; readonly top: number },
  room: DecodingRoom,
): Promise<PsdLayer | null> {
  const { data, info } = await pixelsOf((await room.openPicture(source)).autoOrient())
  const [across, down] = [
    (place.width * canvas.scale.width) / info.width,
    (place.height * canvas.scale.height) / info.height,
  ]
  const [x, y] = [place.x * canvas.scale.width - canvas.left, place.y * canvas.scale.height - canvas.top]
  const left = Math.max(0, Math.round(x))
  const top = Math.max(0, Math.round(y))
  const width = Math.min(canvas.size.width, Math.round(x + info.width * across)) - left
  const height = Math.min(canvas.size.height, Math.round(y + info.height * down)) - top
  if (width < 1 || height < 1) return null
  const from = { left: Math.max(0, Math.round((left - x) / across)), top: Math.max(0, Math.round((top - y) / down)) }
  const part = {
    ...from,
    width: Math.max(1, Math.min(info.width - from.left, Math.round(width / across))),
    height: Math.max(1, Math.min(info.height - from.top, Math.round(height / down))),
  }
  const { width: wholeWidth, height: wholeHeight, channels } = info
  const cut = pictureOfPixels(data, { width: wholeWidth, height: wholeHeight, channels }).extract(part)
  const scaled = part.width === width && part.height === height ? cut : cut.resize(width, height, { fit: 'fill' })
  return { name, left, top, width, height, pixels: await scaled.raw().toBuffer(), isShown: false }
}

/** A PSD: the result above what it was made from, which is hidden, and the composite that other programs show. */
async function encodePsd(picture: Sharp, asked: ExportEncoding, room: DecodingRoom): Promise<Uint8Array> {
  const { data: pixels, info } = await pixelsOf(picture)
  const { size, layers, source } = asked
  const { width = 1, height = 1 } = await (await room.openPicture(source)).autoOrient().metadata()
  const covering = coveringSize({ width, height }, size)
  const canvas = {
    size,
    scale: { width: covering.width / width, height: covering.height / height },
    left: Math.abs(info.cropOffsetLeft ?? 0),
    top: Math.abs(info.cropOffsetTop ?? 0),
  }
  const below: PsdLayer[] = []
  for (const layer of layers) {
    const placed = await layerOn(layer, canvas, room)
    if (placed) below.push(placed)
  }
  const result: PsdLayer = { name: 'Result', left: 0, top: 0, ...size, pixels, isShown: true }
  return writePsdFile({ size, layers: [...below, result], composite: pixels, dpi: asked.dpi, xmp: asked.xmp })
}

/** Encodes a stored picture as an export has it: upright, in sRGB, to the pixel of its size. @throws Error for a damaged one. */
export async function encodeExport(asked: ExportEncoding, room: DecodingRoom): Promise<Uint8Array> {
  const { source, format, size, dpi } = asked
  const opened = (await room.openPicture(source)).timeout({ seconds: maxSeconds })
  const { autoOrient } = await opened.metadata()
  const isCropped = coveringSize(autoOrient, size).isCropped
  const upright = opened.autoOrient().toColourspace('srgb')
  const isSame = autoOrient.width === size.width && autoOrient.height === size.height
  const sized = isSame
    ? upright
    : upright.resize(size.width, size.height, {
        kernel: 'lanczos3',
        ...(isCropped ? { fit: 'cover', position: 'attention' } : { fit: 'fill' }),
      })
  if (format === 'psd') return encodePsd(sized, asked, room)
  const bytes = await encoded(sized, asked).toBuffer()
  return dpi === null ? bytes : withResolution(bytes, dpi)
}
