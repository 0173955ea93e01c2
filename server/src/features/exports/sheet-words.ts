import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import fontkit from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'

/** Noto Sans for Latin, Greek, Cyrillic, Chinese and Japanese, and for Korean, without their tables of layout (fonts/license.txt). */
const fontFiles = ['noto-sans-sc', 'noto-sans-kr-hangul'].map(
  (name) => new URL(`./fonts/${name}.ttf.br`, import.meta.url),
)

const decompress = promisify(brotliDecompress)

type Font = { readonly font: PDFFont; readonly characters: ReadonlySet<number> }
/** A piece of a line in one font. */
type Run = { readonly text: string; readonly font: PDFFont }

/** Words of a PDF, in fonts of which the file gets the characters that it shows. */
export type SheetWords = {
  /** Breaks a text into lines of at most a width, in points; the last one ends with '…' where there is more. */
  lines(text: string, room: { readonly size: number; readonly width: number; readonly most: number }): string[]
  /** Draws one line. @param at Its left end on the base line, from the bottom left of the page. */
  draw(page: PDFPage, line: string, at: { readonly x: number; readonly y: number; readonly size: number }): void
}

/** Stands for a character that no font has. */
const unknown = '\u25a1'
const ink = rgb(0.1, 0.1, 0.1)

/** Puts the fonts into a document. */
export async function embedSheetWords(document: PDFDocument): Promise<SheetWords> {
  document.registerFontkit(fontkit)
  const fonts: Font[] = []
  for (const file of fontFiles) {
    const font = await document.embedFont(await decompress(await readFile(file)), { subset: true })
    fonts.push({ font, characters: new Set(font.getCharacterSet()) })
  }
  const [usual] = fonts
  if (!usual) throw new Error('There is no font.')

  const fontOf = (character: string) => fonts.find(({ characters }) => characters.has(character.codePointAt(0) ?? 0))
  /** Characters that change others, and are none by themselves, are left out. */
  const shown = (text: string) => text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{M}\p{Cs}]+/gu, ' ')

  function runsOf(text: string): Run[] {
    const runs: { text: string; font: PDFFont }[] = []
    for (const each of shown(text)) {
      const found = fontOf(each)
      const { font, character } = found
        ? { font: found.font, character: each }
        : { font: usual?.font, character: unknown }
      const last = runs.at(-1)
      if (last && last.font === font) last.text += character
      else if (font) runs.push({ text: character, font })
    }
    return runs
  }

  const widths = new Map<string, number>()
  /** The width of a character of one point. */
  function widthOf(character: string): number {
    const known = widths.get(character)
    if (known !== undefined) return known
    const width = runsOf(character).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, 1), 0)
    widths.set(character, width)
    return width
  }

  return {
    lines(text, { size, width, most }) {
      const lines: string[] = []
      let line = ''
      let used = 0
      for (const character of shown(text).replace(/\s+/g, ' ').trim()) {
        const more = widthOf(character) * size
        if (used + more > width && line !== '') {
          if (lines.length + 1 === most) return [...lines, `${line.slice(0, -1).trimEnd()}…`]
          // Broken behind the last word; a text without spaces anywhere.
          const space = line.lastIndexOf(' ')
          const kept = space > 0 ? line.slice(0, space) : line
          lines.push(kept)
          line = space > 0 ? line.slice(space + 1) : ''
          used = [...line].reduce((sum, each) => sum + widthOf(each) * size, 0)
        }
        line += character
        used += more
      }
      return line === '' ? lines : [...lines, line]
    },
    draw(page, line, { x, y, size }) {
      let at = x
      for (const { text, font } of runsOf(line)) {
        page.drawText(text, { x: at, y, size, font, color: ink })
        at += font.widthOfTextAtSize(text, size)
      }
    },
  }
}
