import type { PictureParameters } from './parameters-text.ts'
import { parseExactJson } from './python-json.ts'

/** A tool that writes its settings as JSON, into the text `parameters` or one of its own. */
export type JsonTool = 'SwarmUI' | 'Fooocus' | 'InvokeAI'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The names that a tool gives to what all tools have. `rest`: a field of this form alone, which tells it apart. */
type Form = {
  readonly tool: JsonTool
  /** The object with the settings; null where the JSON is of another form. */
  readonly within: (json: Fields) => Fields | null
  readonly negative: string
  readonly prompt: string
  readonly model: (fields: Fields) => string
}

/** Forms by their documents: SwarmUI's `docs/Image Metadata Format.md`, Fooocus' `modules/meta_parser.py`, InvokeAI's `invokeai_metadata`. */
const forms: readonly Form[] = [
  {
    tool: 'SwarmUI',
    within: ({ sui_image_params: params }) => (isFields(params) ? params : null),
    prompt: 'prompt',
    negative: 'negativeprompt',
    model: ({ model }) => textOf(model),
  },
  {
    tool: 'InvokeAI',
    within: (json) => (typeof json.positive_prompt === 'string' ? json : null),
    prompt: 'positive_prompt',
    negative: 'negative_prompt',
    model: ({ model }) => (isFields(model) ? textOf(model.name ?? model.model_name) : ''),
  },
  {
    tool: 'Fooocus',
    within: (json) => (typeof json.prompt === 'string' && 'base_model' in json ? json : null),
    prompt: 'prompt',
    negative: 'negative_prompt',
    model: ({ base_model: model }) => textOf(model),
  },
]

function sizeOf({ width, height, resolution }: Fields): PictureParameters['size'] {
  const [, across, down] = /^\((\d{1,5}), ?(\d{1,5})\)$/.exec(textOf(resolution)) ?? []
  const size = { width: Number(width ?? across), height: Number(height ?? down) }
  return Number.isInteger(size.width) && Number.isInteger(size.height) && size.width > 0 && size.height > 0
    ? size
    : null
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Parses the JSON that a tool has written into a picture; null for JSON of another form, or no JSON. */
export function readToolJson(text: string): { readonly tool: JsonTool; readonly parameters: PictureParameters } | null {
  if (!text.trimStart().startsWith('{')) return null
  const json = parseExactJson(text)
  if (!isFields(json)) return null
  for (const { tool, within, prompt, negative, model } of forms) {
    const fields = within(json)
    if (!fields || typeof fields[prompt] !== 'string') continue
    const seed = /^\d{1,15}$/.test(String(fields.seed)) ? Number(fields.seed) : null
    const read = new Set([prompt, negative, 'model', 'base_model', 'width', 'height', 'resolution', 'seed'])
    const others = Object.entries(fields)
      .filter(([name, value]) => !read.has(name) && value !== null && value !== '')
      .map(([name, value]) => [name, shown(value)] as const)
    return {
      tool,
      parameters: {
        prompt: textOf(fields[prompt]).trim(),
        negativePrompt: textOf(fields[negative]).trim(),
        model: model(fields) || null,
        seed,
        size: sizeOf(fields),
        others: Object.fromEntries([
          ...others,
          ...(seed === null && fields.seed !== undefined ? [['Seed', shown(fields.seed)] as const] : []),
        ]),
      },
    }
  }
  return null
}
