/** How a picture was made, as far as the text for other tools can express it. */
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

const negativeHead = 'Negative prompt: '
/** A longer text is no prompt, and is not parsed. */
const longestText = 200_000

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
    ...(negativePrompt === '' ? [] : [negativeHead + negativePrompt]),
    ...(last === '' ? [] : [last]),
  ].join('\n')
}

/** One `Name: value` of the last line; a value may be quoted. */
const valuePattern = /\s*([A-Za-z][\w \-/]{0,60}):\s*("(?:\\.|[^\\"])*"|[^,]*)(?:,|$)/gy

/**
 * The fewest values of a last line: with fewer, AUTOMATIC1111 reads the line as a part of the prompt (`parse_generation_parameters`
 * in its `modules/infotext_utils.py`), as a prompt may end in "Style: oil".
 */
const minValues = 3

/** The names and values of a last line; null for a line that is no such list. */
function valuesOf(line: string): Map<string, string> | null {
  const values = new Map<string, string>()
  valuePattern.lastIndex = 0
  for (let end = 0; end < line.length; end = valuePattern.lastIndex) {
    const match = valuePattern.exec(line)
    if (!match) return null
    const [, name = '', raw = ''] = match
    values.set(name, unquoted(raw.trim()))
  }
  return values.size >= minValues ? values : null
}

function unquoted(raw: string): string {
  if (!raw.startsWith('"')) return raw
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'string' ? value : raw
  } catch {
    return raw
  }
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null

function sizeOf(text: string | undefined): PictureParameters['size'] {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(text ?? '') ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}

/** Parses the text; null for one without content, or one that is too long. */
export function readParameters(text: string): PictureParameters | null {
  if (text.length > longestText || text.trim() === '') return null
  const lines = text.split('\n')
  const values = lines.length > 1 || /^\s*Steps:/.test(text) ? valuesOf(lines.at(-1) ?? '') : null
  const words = values ? lines.slice(0, -1) : lines
  const negativeAt = words.findIndex((line) => line.startsWith(negativeHead))
  const prompt = (negativeAt === -1 ? words : words.slice(0, negativeAt)).join('\n').trim()
  const negative = negativeAt === -1 ? '' : words.slice(negativeAt).join('\n').slice(negativeHead.length).trim()
  const others = new Map(values ?? [])
  for (const known of ['Seed', 'Size', 'Model']) others.delete(known)
  return {
    prompt,
    negativePrompt: negative,
    model: values?.get('Model') ?? null,
    seed: wholeNumber(values?.get('Seed')),
    size: sizeOf(values?.get('Size')),
    others: Object.fromEntries(others),
  }
}
