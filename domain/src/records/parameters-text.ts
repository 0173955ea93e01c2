import { readSettings, type Settings } from './settings-line.ts'

/** The parameters of a picture, as far as the text for other tools can express it. */
export type PictureParameters = {
  readonly prompt: string
  /** The negative prompt; empty without one. */
  readonly negativePrompt: string
  readonly model: string | null
  readonly seed: number | null
  /** Pixels */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Everything else by its name, as written: `Steps`, `Sampler`, `CFG scale`, … */
  readonly others: Readonly<Record<string, string>>
}

const negativeHead = 'Negative prompt:'
/** A longer text is no prompt, and is not parsed. */
const maxTextLength = 200_000

/** A value that contains separators is quoted, as JSON. */
const quoted = (value: string) => (/[,:\n"]/.test(value) ? JSON.stringify(value) : value)

/**
 * Writes the text chunk `parameters` as AUTOMATIC1111's web UI does and nearly every tool reads it: the prompt, the
 * negative prompt on a line of its own, then a last line of names and values.
 */
export function writeParameters({ prompt, negativePrompt, model, seed, size, others }: PictureParameters): string {
  const values = [
    ...Object.entries(others),
    ...(seed === null ? [] : [['Seed', String(seed)]]),
    ...(size === null ? [] : [['Size', `${size.width}x${size.height}`]]),
    ...(model === null ? [] : [['Model', model]]),
  ]
  const last = values.map(([name, value = '']) => `${name}: ${quoted(value)}`).join(', ')
  return [
    prompt,
    ...(negativePrompt === '' ? [] : [`${negativeHead} ${negativePrompt}`]),
    ...(last === '' ? [] : [last]),
  ].join('\n')
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null

function sizeOf(text: string | undefined): PictureParameters['size'] {
  const [, width, height] = /^(\d{1,5})\s?x\s?(\d{1,5})$/.exec(text ?? '') ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}

/** The words of a text, its settings, and the templates that sd-dynamic-prompts writes behind them. */
type Parts = { readonly words: string; readonly settings: Settings | null; readonly templates: string }

const startsTemplate = (line: string) => /^(?:Negative )?Template:/.test(line)

/** Finds the line of settings: the last one, or the last before templates. */
function partsOfLines(text: string): Parts {
  const lines = text.split('\n')
  const template = lines.findIndex(startsTemplate)
  for (const end of template > 0 ? [template, lines.length] : [lines.length]) {
    const line = lines[end - 1] ?? ''
    if (lines.length === 1 && !/^\s*Steps:/.test(line)) break
    const settings = readSettings(line)
    if (settings) return { words: lines.slice(0, end - 1).join('\n'), settings, templates: lines.slice(end).join('\n') }
  }
  return { words: text, settings: null, templates: '' }
}

/** The same of a text whose line ends were lost: `a fox Negative prompt: blurry Steps: 20, Sampler: …`. */
function partsOfOneLine(text: string): Parts {
  const steps = text.lastIndexOf(' Steps: ')
  const settings = steps === -1 ? null : readSettings(text.slice(steps + 1))
  if (!settings) return { words: text, settings: null, templates: '' }
  return { words: text.slice(0, steps).replace(` ${negativeHead}`, `\n${negativeHead}`), settings, templates: '' }
}

/** The texts of `Template:` and `Negative Template:`, by their names. */
function templatesOf(text: string): [string, string][] {
  if (text === '') return []
  const negative = text.indexOf('Negative Template:')
  const own = (negative === -1 ? text : text.slice(0, negative)).replace(/^Template:/, '').trim()
  const other = negative === -1 ? '' : text.slice(negative + 'Negative Template:'.length).trim()
  return [
    ...(own === '' ? [] : [['Template', own] satisfies [string, string]]),
    ...(other === '' ? [] : [['Negative Template', other] satisfies [string, string]]),
  ]
}

/**
 * Parses the text as AUTOMATIC1111, Forge, Civitai and others write it: a value that can't be parsed stays as it is, and
 * makes no settings of the prompt. Null for a text without content, or one that is too long.
 */
export function readParameters(text: string): PictureParameters | null {
  if (text.length > maxTextLength || text.trim() === '') return null
  const plain = text.replaceAll('\r\n', '\n').trimEnd()
  const inLines = partsOfLines(plain)
  const { words, settings, templates } = inLines.settings || plain.includes('\n') ? inLines : partsOfOneLine(plain)
  const lines = words.split('\n')
  const negativeAt = lines.findIndex((line) => line.startsWith(negativeHead))
  const prompt = (negativeAt === -1 ? lines : lines.slice(0, negativeAt)).join('\n').trim()
  const negative = negativeAt === -1 ? '' : lines.slice(negativeAt).join('\n').slice(negativeHead.length).trim()
  const seed = wholeNumber(settings?.get('Seed'))
  const others = new Map(settings ?? [])
  for (const known of ['Size', 'Model', ...(seed === null ? [] : ['Seed'])]) others.delete(known)
  return {
    prompt,
    negativePrompt: negative,
    model: settings?.get('Model') ?? null,
    seed,
    size: sizeOf(settings?.get('Size')),
    others: Object.fromEntries([...others, ...templatesOf(templates)]),
  }
}
