/** Letters that are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their like (UAX #9, classes R and AL). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The direction of a text by its first letter, as `dir="auto"` takes it (UAX #9, rules P2 and P3). */
export function textDirection(text: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}
