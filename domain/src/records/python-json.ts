/**
 * Texts and numbers of JSON, and the numbers that Python writes and JSON doesn't have. Texts stay; one without an end is read to the
 * end, once: begun again at each of its quotes it would take hours.
 */
const textsAndNumbers = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|NaN|-?Infinity|-?\d[\d.eE+-]*/g
/** A whole number beyond 2^53, which a double would round: tools draw seeds of 64 bits. */
const longWhole = /^-?\d{16,}$/

function firstValid(forms: readonly (() => string)[]): unknown {
  for (const form of forms)
    try {
      return JSON.parse(form())
    } catch {
      // The next form, or none.
    }
  return null
}

const withoutPythonNumbers = (text: string) =>
  text.replace(textsAndNumbers, (each) => (/^-?[IN]/.test(each) ? 'null' : each))

const withLongNumbersAsText = (text: string) =>
  text.replace(textsAndNumbers, (each) => {
    if (/^-?[IN]/.test(each)) return 'null'
    return longWhole.test(each) ? `"${each}"` : each
  })

/** Parses JSON as Python's tools write it: NaN and infinite numbers are null. Null for anything else. */
export const parsePythonJson = (text: string): unknown => firstValid([() => text, () => withoutPythonNumbers(text)])

/** The same for a text that is only shown: whole numbers that a double would round are texts. */
export const parseExactJson = (text: string): unknown => firstValid([() => withLongNumbersAsText(text), () => text])
