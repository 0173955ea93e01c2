/** Escapes of Markdown: a backslash and a character of ASCII that is neither letter nor digit. */
const escaped = /\\([!-/:-@[-`{-~])/g
/** Stand-ins for escaped characters, of Unicode's private use. */
const firstStandIn = 0xe000
const standIns = /[\ue021-\ue07e]/g

/**
 * The paragraphs of a note as plain text: marks of headings, emphasis and links are left out, escaped characters are as they are read,
 * lists keep a dot, empty lines are dropped.
 */
export const noteWords = (text: string): string[] =>
  text
    .replaceAll(escaped, (_, character: string) => String.fromCharCode(firstStandIn + character.charCodeAt(0)))
    .replaceAll(/^#{1,6}\s+/gm, '')
    .replaceAll(/^(\s*)[-*+]\s+/gm, '$1• ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|\*)(\S(?:.*?\S)?)\1/g, '$2')
    .replaceAll(standIns, (character) => String.fromCharCode(character.charCodeAt(0) - firstStandIn))
    .split('\n')
    .filter((line) => line.trim() !== '')

/**
 * Escapes a text that is data, as that of a model, so that a note shows it as it reads: without links, headings, lists or emphasis. Spaces
 * before a line, which would make code of it, are dropped.
 */
export const escapeNote = (text: string): string =>
  text
    .replaceAll(/^[^\S\n]+/gm, '')
    .replaceAll(/[\\`*_~[\]<|]/g, '\\$&')
    // Blocks begin with a line.
    .replaceAll(/^[#>+=:-]/gm, '\\$&')
    .replaceAll(/^(\d{1,9})([.)])/gm, '$1\\$2')
    // Addresses become links by themselves.
    .replaceAll(/(?<=[a-z]):(?=\/\/)|(?<=www)\.|@/gi, '\\$&')
