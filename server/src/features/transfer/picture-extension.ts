const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

/** What the name of a picture's file ends with, by its media type; `png` for what was never measured. */
export const pictureExtension = (mediaType: string | null): string => extensions[mediaType ?? ''] ?? 'png'
