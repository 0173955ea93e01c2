/** The formats of exported pictures. */
export const exportFormats = ['png', 'jpeg', 'webp', 'avif', 'tiff', 'psd'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The ending and the media type of each format. */
export const exportFiles: Readonly<Record<ExportFormat, { readonly extension: string; readonly mediaType: string }>> = {
  png: { extension: 'png', mediaType: 'image/png' },
  jpeg: { extension: 'jpg', mediaType: 'image/jpeg' },
  webp: { extension: 'webp', mediaType: 'image/webp' },
  avif: { extension: 'avif', mediaType: 'image/avif' },
  tiff: { extension: 'tif', mediaType: 'image/tiff' },
  psd: { extension: 'psd', mediaType: 'image/vnd.adobe.photoshop' },
}

/**
 * The metadata of exported files. `keep`: the origin, how the picture was made, and a signature. `minimal`: the origin and a signature,
 * without prompts, names or ids. `none`: nothing at all.
 */
export const metadataLevels = ['keep', 'minimal', 'none'] as const
export type MetadataLevel = (typeof metadataLevels)[number]

/** Quality of JPEG, WebP and AVIF; the other formats lose nothing. */
export const defaultExportQuality = 90

/** The most images of one export, and of one contact sheet. */
export const maxExported = 1_000
export const maxOnSheets = 500
