import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/** Every resolution of Ideogram 3.0 (developer.ideogram.ai, schema ResolutionV3). */
const resolutions = new Set(
  `512x1536 576x1408 576x1472 576x1536 640x1344 640x1408 640x1472 640x1536 704x1152 704x1216 704x1280 704x1344 704x1408
  704x1472 736x1312 768x1088 768x1216 768x1280 768x1344 800x1280 832x960 832x1024 832x1088 832x1152 832x1216 832x1248
  864x1152 896x960 896x1024 896x1088 896x1120 896x1152 960x832 960x896 960x1024 960x1088 1024x832 1024x896 1024x960
  1024x1024 1088x768 1088x832 1088x896 1088x960 1120x896 1152x704 1152x832 1152x864 1152x896 1216x704 1216x768 1216x832
  1248x832 1280x704 1280x768 1280x800 1312x736 1344x640 1344x704 1344x768 1408x576 1408x640 1408x704 1472x576 1472x640
  1472x704 1536x512 1536x576 1536x640`.split(/\s+/),
)

/** Every resolution of Ideogram 4 (its API description of 2026-10-07). */
const resolutionsOf4 = new Set(
  `2048x2048 1440x2880 2880x1440 1664x2496 2496x1664 1792x2240 2240x1792 1440x2560 2560x1440 1600x2560 2560x1600 1728x2304
  2304x1728 1296x3168 3168x1296 1152x2944 2944x1152 1248x3328 3328x1248 1280x3072 3072x1280`.split(/\s+/),
)

const isWhole = (least: number, most: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
const isOneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value)

/** The known text fields, with their allowed values. */
const textFields: Readonly<Record<string, (value: string) => boolean>> = {
  prompt: (value) => value.length > 0,
  negative_prompt: (value) => value.length > 0,
  seed: isWhole(0, 2_147_483_647),
  resolution: (value) => resolutions.has(value),
  rendering_speed: isOneOf('turbo', 'default', 'quality'),
  magic_prompt: isOneOf('auto', 'on', 'off'),
  num_images: isWhole(1, 8),
  async: isOneOf('true', 'false'),
  image_weight: isWhole(1, 100),
  private: isOneOf('true', 'false'),
}

/**
 * Version 4 knows no negative prompt; only a new picture, not a remix, has a seed and a magic prompt (API description of 2026-10-07,
 * GenerateImageIdeogramV4Request and RemixImageIdeogramV4Request).
 */
const textFieldsOf4 = (verb: string): typeof textFields => {
  const unknown = verb === 'remix' ? ['negative_prompt', 'seed', 'magic_prompt'] : ['negative_prompt']
  return {
    ...Object.fromEntries(Object.entries(textFields).filter(([name]) => !unknown.includes(name))),
    resolution: (value) => resolutionsOf4.has(value),
  }
}

/** All style references of a request together (developer.ideogram.ai, generate with ideogram-3, version 1). */
const maxStyleBytes = 10_000_000

/** The known files, with how many of each are allowed. */
const fileFields: Readonly<Record<string, number>> = { image: 1, style_reference_images: 10 }

export type ReadForm = {
  readonly size: PixelSize
  readonly seed: number
  /** The picture to remix is first. */
  readonly pictures: readonly Uint8Array[]
}

/** Parses the form of a request, field by field: its settings and pictures, or its error. */
export async function readIdeogramForm(
  { verb, model }: { readonly verb: string; readonly model: string },
  form: FormData,
): Promise<ReadForm | { readonly mistake: string }> {
  const isVersion4 = model === 'ideogram-4'
  const known = isVersion4 ? textFieldsOf4(verb) : textFields
  const files: typeof fileFields = isVersion4 ? { image: 1 } : fileFields
  const pictures: Uint8Array[] = []
  const counts = new Map<string, number>()
  for (const [name, value] of form) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (typeof value === 'string') {
      if (count > 1 || !known[name]?.(value)) return { mistake: `${name} can not be ${value}.` }
    } else {
      if (count > (files[name] ?? 0)) return { mistake: `${name} is no file, or one too many.` }
      if (!/^image\/(png|jpeg|webp)$/.test(value.type)) return { mistake: `${name} is ${value.type}.` }
      const bytes = new Uint8Array(await value.arrayBuffer())
      if (name === 'image') pictures.unshift(bytes)
      else pictures.push(bytes)
    }
  }
  const styles = form.getAll('style_reference_images').filter((each) => each instanceof File)
  if (styles.reduce((bytes, { size }) => bytes + size, 0) > maxStyleBytes)
    return { mistake: 'The style references are larger than 10 MB.' }
  if (!counts.has('prompt')) return { mistake: 'The prompt is missing.' }
  if ((verb === 'remix') !== counts.has('image')) return { mistake: 'A remix has a picture, and nothing else has.' }
  const [width = 0, height = 0] = String(form.get('resolution') ?? '1024x1024')
    .split('x')
    .map(Number)
  return { size: { width, height }, seed: Number(form.get('seed') ?? 0), pictures }
}
