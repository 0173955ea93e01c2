/** Characters at which programs begin a line (Unicode 17, UAX #14, class BK, CR, LF and NL). */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u
/** Control characters, and those that turn the direction of text (Unicode 17, property Bidi_Control). */
const invisible = /[\p{Cc}\p{Bidi_Control}]/gu

/** Text of another person on one line, without characters that control how it is shown. */
export const toOneLine = (text: string): string =>
  text.split(lineEnd).join(' ').replace(invisible, '').replace(/\s+/g, ' ').trim()

/** At most `max` characters, the last of which says that something is left out. */
export const shorten = (text: string, max: number): string =>
  [...text].length > max ? `${[...text].slice(0, max - 1).join('')}…` : text

/** Text of another person, each line marked as quoted, so that none passes for a line of the email. */
export const quote = (...texts: readonly string[]): string =>
  texts
    .flatMap((text) => text.split(lineEnd))
    .map((line) => `> ${line.replace(invisible, '')}`.trimEnd())
    .join('\n')
