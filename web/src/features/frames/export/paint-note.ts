import type { Token, Tokens } from 'marked'
import type { Note } from '#domain/board/board-item.ts'
import { noteWidth } from '#domain/layout/frame-content.ts'
import { noteTokens } from '#web/viewing/frames/note-text.tsx'

/** As the style sheet has it, in canvas pixels. */
const padding = 28
const radius = 16
const fontSize = 20
const lineHeight = 1.4
const blockGap = 0.5
const indent = 26

/** Words of one style. */
type Run = { readonly text: string; readonly isBold: boolean; readonly isItalic: boolean }
/** A paragraph, heading or item of a list. */
type Block = {
  readonly runs: readonly Run[]
  readonly size: number
  readonly indent: number
  readonly mark: string
}

const plain = (text: string): Run => ({ text, isBold: false, isItalic: false })

function runsOf(tokens: readonly Token[] | undefined, style: Omit<Run, 'text'>): Run[] {
  return (tokens ?? []).flatMap((token): Run[] => {
    const { type, raw, tokens: inner } = token as Tokens.Generic
    if (type === 'strong') return runsOf(inner, { ...style, isBold: true })
    if (type === 'em') return runsOf(inner, { ...style, isItalic: true })
    if (type === 'br') return [{ ...style, text: '\n' }]
    if (inner && (type === 'link' || type === 'text')) return runsOf(inner, style)
    return [{ ...style, text: raw }]
  })
}

const normal = { isBold: false, isItalic: false }

function blocksOf(tokens: readonly Token[], level = 0): Block[] {
  return tokens.flatMap((token): Block[] => {
    const { type, raw, tokens: inner } = token as Tokens.Generic
    const base = { size: fontSize, indent: level * indent, mark: '' }
    if (type === 'space' || type === 'def') return []
    if (type === 'heading') {
      const size = fontSize * ((token as Tokens.Heading).depth === 1 ? 1.3 : 1.1)
      return [{ ...base, size, runs: runsOf(inner, { ...normal, isBold: true }) }]
    }
    if (type === 'list') {
      const list = token as Tokens.List
      return list.items.flatMap((item, place) => {
        const mark = list.ordered ? `${(Number(list.start) || 1) + place}.` : '•'
        return blocksOf(item.tokens, level + 1).map((block, part) => (part === 0 ? { ...block, mark } : block))
      })
    }
    return [{ ...base, runs: inner ? runsOf(inner, normal) : [plain(raw.trimEnd())] }]
  })
}

type Pen = OffscreenCanvasRenderingContext2D
type Line = { readonly runs: readonly (Run & { readonly x: number })[] }

const fontOf = ({ isBold, isItalic }: Run, size: number) =>
  `${isItalic ? 'italic ' : ''}${isBold ? 600 : 400} ${size}px Inter, system-ui, sans-serif`

/** The lines of a block: words are moved to the next one where they do not fit. */
function linesOf(pen: Pen, block: Block): Line[] {
  const width = noteWidth - 2 * padding - block.indent
  const lines: (Run & { x: number })[][] = [[]]
  let x = 0
  const newLine = () => {
    lines.push([])
    x = 0
  }
  for (const run of block.runs)
    for (const word of run.text.split(/(\n|\s+)/)) {
      if (word === '\n') {
        newLine()
        continue
      }
      pen.font = fontOf(run, block.size)
      const wide = pen.measureText(word).width
      if (x > 0 && x + wide > width) newLine()
      if (x === 0 && word.trim() === '') continue
      lines.at(-1)?.push({ ...run, text: word, x })
      x += wide
    }
  return lines.map((runs) => ({ runs }))
}

/** Paints a note with its text, in canvas pixels. */
export function paintNote(pen: Pen, { x, y, text }: Note, { paper, ink }: { paper: string; ink: string }): void {
  const blocks = blocksOf(noteTokens(text)).map((block) => ({ block, lines: linesOf(pen, block) }))
  const gap = fontSize * blockGap
  const heightOf = ({ block, lines }: (typeof blocks)[number]) => lines.length * block.size * lineHeight
  const height = blocks.reduce((sum, each) => sum + heightOf(each), gap * Math.max(0, blocks.length - 1))
  pen.fillStyle = paper
  pen.beginPath()
  pen.roundRect(x, y, noteWidth, height + 2 * padding, radius)
  pen.fill()
  pen.fillStyle = ink
  pen.textBaseline = 'alphabetic'
  pen.textAlign = 'left'
  let top = y + padding
  for (const each of blocks) {
    const { block, lines } = each
    const step = block.size * lineHeight
    for (const [place, { runs }] of lines.entries()) {
      const baseline = top + place * step + block.size * 1.05
      const left = x + padding + block.indent
      pen.font = fontOf(plain(''), block.size)
      if (place === 0 && block.mark !== '') pen.fillText(block.mark, left - indent * 0.8, baseline)
      for (const run of runs) {
        pen.font = fontOf(run, block.size)
        pen.fillText(run.text, left + run.x, baseline)
      }
    }
    top += heightOf(each) + gap
  }
}
