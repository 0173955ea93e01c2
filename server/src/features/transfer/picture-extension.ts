const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

/** The extension of a picture's file by its media type; `png` where that is unknown. */
export const pictureExtension = (mediaType: string | null): string => extensions[mediaType ?? ''] ?? 'png'
