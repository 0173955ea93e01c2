/** The name of a card's image as a file; `place` counts from 1. */
export const imageFileName = (place: number) => `generation-${place}.png`

/** Characters of a prompt that a name carries at most. */
const longestWords = 40

/** A prompt as a part of a file's name: lower case, words joined by hyphens, nothing that a file system minds. */
export function slugOf(prompt: string): string {
  const words = prompt
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const short = Array.from(words).slice(0, longestWords).join('').replace(/-+$/, '')
  return short || 'generation'
}

/** A folder for each card, numbered so that no two are the same and they keep their order. */
export function folderNames(prompts: readonly string[]): string[] {
  const digits = String(prompts.length).length
  return prompts.map((prompt, index) => `${String(index + 1).padStart(digits, '0')}-${slugOf(prompt)}`)
}
