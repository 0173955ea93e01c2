import type { ReferenceRole } from '#domain/generation/references.ts'
import { createSketchPool, type SketchRequest } from '#sketch/sketch-pool.ts'
import type { ImageProvider, ImageRequest } from '../provider.ts'

/** Words in double square brackets control drills and are not painted. */
const withoutDrillWords = (prompt: string) => prompt.replace(/\[\[[^\]]*\]\]/g, ' ')

const bytesOf = (references: ImageRequest['references'], wanted: ReferenceRole) =>
  references.filter(({ role }) => role === wanted).map(({ bytes }) => bytes)

/**
 * The pictures that the painter looks at. Of an edit: words act on the whole picture as they do on a parent; into a selection it paints
 * what they say, in the colors of what is around it.
 */
function picturesOf({ references, parent, edit }: ImageRequest): Pick<SketchRequest, 'contents' | 'looks' | 'parent'> {
  const given = edit?.given?.picture
  const looks = bytesOf(references, 'look')
  if (given && edit.asked.operation === 'instruct')
    return { contents: [], looks, parent: { image: given, mode: 'edit', prompt: '' } }
  return {
    contents: bytesOf(references, 'content'),
    looks: given ? [given, ...looks] : looks,
    ...(parent ? { parent: { image: parent.image, mode: parent.kind, prompt: parent.prompt } } : {}),
  }
}

const paintInput = (request: ImageRequest): SketchRequest => ({
  prompt: withoutDrillWords(request.words),
  ...(request.style ? { style: { words: request.style.promptFragment } } : {}),
  seed: request.seed,
  orderNum: request.orderNum,
  ...request.size,
  ...picturesOf(request),
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
