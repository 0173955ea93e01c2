/** The file name of a card's image; `place` counts from 1. */
export const imageFileName = (place: number) => `generation-${place}.png`

/** The most characters of a prompt in a name. */
const maxWordsLength = 40

/** A prompt as a part of a file name: lower case, words joined by hyphens, no characters that a file system refuses. */
export function slugOf(prompt: string): string {
  const words = prompt
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const short = Array.from(words).slice(0, maxWordsLength).join('').replace(/-+$/, '')
  return short || 'generation'
}

/** A folder for each card, numbered so that names are unique and keep their order. */
export function folderNames(prompts: readonly string[]): string[] {
  const digits = String(prompts.length).length
  return prompts.map((prompt, index) => `${String(index + 1).padStart(digits, '0')}-${slugOf(prompt)}`)
}
