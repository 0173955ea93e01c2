const maxNameLength = 255

/** The name of a brought-in file as the text of its card: one line without control characters. */
export function pictureName(fileName: string): string {
  const line = fileName
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, maxNameLength).join('').trim() || 'Picture'
}
