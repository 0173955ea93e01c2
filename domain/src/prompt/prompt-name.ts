import { nameKey } from './name-key.ts'
import { titleFromPrompt } from './title-from-prompt.ts'

/** Characters that a name has none of, as `line` of the contract refuses them: also the marks that reverse or isolate text. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** A name for a prompt: its first words. */
export function nameOfPrompt(prompt: string): string {
  const words = prompt.replaceAll(unprintable, ' ').trim().replace(/\s+/gu, ' ')
  const title = titleFromPrompt(words)
  const isCut = title.length < words.length && words[title.length] !== ' '
  const whole = isCut && title.includes(' ') ? title.slice(0, title.lastIndexOf(' ')) : title
  return whole.replace(/[\s,;:.]+$/u, '') || title
}

/** Numbers names that are taken: 'fog', 'fog 2', 'fog 3'. @param taken Keys of names. Each name that is given is added. */
export function createNames(taken: Set<string>): (name: string) => string {
  const counts = new Map<string, number>()
  return (name) => {
    const key = nameKey(name)
    let free = name
    let count = counts.get(key) ?? 1
    while (taken.has(nameKey(free))) {
      count += 1
      free = `${name} ${count}`
    }
    counts.set(key, count)
    taken.add(nameKey(free))
    return free
  }
}
