import { writePsdUint8Array } from 'ag-psd'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/** A raster layer: RGBA pixels at a place of the picture. */
export type PsdLayer = PixelSize & {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly pixels: Uint8Array
  readonly isShown: boolean
}

export type PsdContent = {
  readonly size: PixelSize
  /** The lowest first. */
  readonly layers: readonly PsdLayer[]
  /** RGBA pixels that programs show which read no layers. */
  readonly composite: Uint8Array
  readonly dpi: number | null
  /** An XMP packet. */
  readonly xmp: string | null
}

const imageDataOf = ({ width, height }: PixelSize, pixels: Uint8Array) => ({
  width,
  height,
  data: new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength),
})

const resolutionOf = (dpi: number) =>
  ({
    horizontalResolution: dpi,
    horizontalResolutionUnit: 'PPI',
    widthUnit: 'Inches',
    verticalResolution: dpi,
    verticalResolutionUnit: 'PPI',
    heightUnit: 'Inches',
  }) as const

/** Writes a PSD of raster layers. The composite is that of the caller: the library would need a canvas to make one. */
export function writePsdFile({ size, layers, composite, dpi, xmp }: PsdContent): Uint8Array {
  return writePsdUint8Array(
    {
      ...size,
      imageData: imageDataOf(size, composite),
      children: layers.map(({ name, left, top, width, height, pixels, isShown }) => ({
        name,
        left,
        top,
        right: left + width,
        bottom: top + height,
        hidden: !isShown,
        imageData: imageDataOf({ width, height }, pixels),
      })),
      imageResources: {
        ...(dpi !== null && { resolutionInfo: resolutionOf(dpi) }),
        ...(xmp !== null && { xmpMetadata: xmp }),
      },
    },
    { generateThumbnail: false, noBackground: true },
  )
}
