import type { ReferenceRole } from '#domain/generation/references.ts'
import { createSketchPool, type SketchRequest } from '#sketch/sketch-pool.ts'
import type { ImageProvider, ImageRequest } from './provider.ts'

/** Words in double square brackets control drills and are not painted. */
const withoutDrillWords = (prompt: string) => prompt.replace(/\[\[[^\]]*\]\]/g, ' ')

const bytesOf = (references: ImageRequest['references'], wanted: ReferenceRole) =>
  references.filter(({ role }) => role === wanted).map(({ bytes }) => bytes)

const paintInput = ({ words, style, seed, orderNum, size, references, parent }: ImageRequest): SketchRequest => ({
  prompt: withoutDrillWords(words),
  ...(style ? { style: { words: style.promptFragment } } : {}),
  seed,
  orderNum,
  ...size,
  contents: bytesOf(references, 'content'),
  looks: bytesOf(references, 'look'),
  ...(parent ? { parent: { image: parent.image, mode: parent.kind, prompt: parent.prompt } } : {}),
})

/** The built-in painter as a provider: always available, no key, no network. It is not an AI model. */
export function createSketchProvider(options: {
  threads: number
  /** See `SketchRequest`. */
  longestSide?: number | undefined
}): ImageProvider {
  const pool = createSketchPool({ size: options.threads })
  return {
    name: 'sketch',
    concurrency: options.threads,
    opens: 'freely',
    async generate(request, { signal }) {
      const { png } = await pool.paint({ ...paintInput(request), longestSide: options.longestSide }, signal)
      return { bytes: png, seed: request.seed, warnings: [] }
    },
    close: () => pool.close(),
  }
}
