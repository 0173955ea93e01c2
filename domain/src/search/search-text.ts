/** Accents, vowel points and other combining marks; not those that make another kana (が is not か). */
const marks = /[[\p{Script=Inherited}\u0591-\u05c7]--[\u3099\u309a]]/gv
/** A decorative lengthening of Arabic words. */
const tatweel = /\u0640/g

/**
 * Text as it is compared in a search: without case, accents, and the widths and ligatures that Unicode calls compatible,
 * words one space apart.
 */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    // Lowered first: ẞ is an upper case already, and only its ß becomes SS.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(tatweel, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC')

/** The words or parts of words in a query, each once. */
export const searchTerms = (query: string): string[] => [...new Set(searchText(query).split(' '))].filter(Boolean)
