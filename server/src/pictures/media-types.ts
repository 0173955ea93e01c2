const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

/** The extension of a picture's file by its media type; null for any other type. */
export const pictureExtension = (mediaType: string | null): string | null => extensions[mediaType ?? ''] ?? null

/** The media type of a format as sharp names it, `heif` for AVIF; null for a format that is not accepted. */
export function pictureMediaType(format: string): string | null {
  const mediaType = `image/${format === 'heif' ? 'avif' : format}`
  return mediaType in extensions ? mediaType : null
}
