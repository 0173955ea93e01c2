/**
 * The looks that `restyle` has on this machine: computed, without a model. Each is named by words of the prompt or of the style;
 * anything else needs a model.
 */
export const effectNames = [
  'black-and-white',
  'sepia',
  'cyanotype',
  'duotone',
  'posterize',
  'halftone',
  'pencil',
  'ink',
  'pixels',
] as const
export type EffectName = (typeof effectNames)[number]

/** The words by which each is found, in lower case; the first is its name for people. */
const wordsOf: Readonly<Record<EffectName, readonly string[]>> = {
  'black-and-white': ['black and white', 'black-and-white', 'monochrome', 'greyscale', 'grayscale', 'b&w'],
  sepia: ['sepia'],
  cyanotype: ['cyanotype', 'blueprint'],
  duotone: ['duotone', 'two colours', 'two colors', 'risograph', 'riso'],
  posterize: ['poster', 'posterize', 'posterise', 'posterized', 'posterised', 'screen print', 'screenprint'],
  halftone: ['halftone', 'half-tone', 'newsprint', 'newspaper', 'comic dots'],
  pencil: ['pencil', 'graphite'],
  ink: ['ink', 'line drawing', 'line art', 'lineart'],
  pixels: ['pixel art', 'pixels', 'pixelated', 'pixelate', '8-bit'],
}

export const effectTitle = (name: EffectName): string => wordsOf[name][0] ?? name

/** The effect that a text names first; null where it names none. Whole words alone: no 'ink' in 'pink'. */
export function effectIn(text: string): EffectName | null {
  const found = effectNames.flatMap((name) =>
    wordsOf[name].flatMap((words) => {
      const place = placeOf(text.toLowerCase(), words)
      return place === -1 ? [] : [{ name, place }]
    }),
  )
  const [first] = found.toSorted((a, b) => a.place - b.place)
  return first?.name ?? null
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

function placeOf(text: string, words: string): number {
  for (let place = text.indexOf(words); place !== -1; place = text.indexOf(words, place + 1))
    if (!isLetter(text[place - 1]) && !isLetter(text[place + words.length])) return place
  return -1
}
