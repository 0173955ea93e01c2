import { cutOutEdit, enlargedEdit, paintedEdit, type ReadMask, type readings, readMask } from './painted-edit.ts'

type EditCall = {
  /** How the call reads a mask; null: it takes none. */
  readonly reading: keyof typeof readings | null
  readonly needsMask?: true
  /** A mask that changes everything, or nothing, is refused (developer.ideogram.ai, 'Masked edits'). */
  readonly needsBothColors?: true
  /** Absent: what it understood as change gets one color. */
  readonly makes?: 'cut-out' | 'enlarged'
  readonly texts: Readonly<Record<string, RegExp>>
}

const yesOrNo = /^(true|false)$/
const seed = /^\d{1,10}$/

/** The calls that edit, with the text fields that they take (API description of 2026-10-07). */
const calls: Readonly<Record<string, EditCall>> = {
  'precise-edit/ideogram-4-5': {
    reading: 'black',
    needsBothColors: true,
    texts: {
      prompt: /./s,
      quality: /^(very_low|low|medium|high)$/,
      num_images: /^[1-8]$/,
      seed,
      async: yesOrNo,
      private: yesOrNo,
    },
  },
  'remove-object/ideogram-1': { reading: 'white', needsMask: true, texts: { seed } },
  'remove-background/ideogram-1': { reading: null, makes: 'cut-out', texts: { async: yesOrNo, private: yesOrNo } },
  'upscale/topaz-standard-2': {
    reading: null,
    makes: 'enlarged',
    texts: { upscale_factor: /^x[248]$/, async: yesOrNo, private: yesOrNo },
  },
  'replace-background/ideogram-3': {
    reading: null,
    texts: {
      prompt: /^.{1,4000}$/s,
      rendering_speed: /^(turbo|default|quality)$/,
      num_images: /^[1-8]$/,
      private: yesOrNo,
    },
  },
}

export const isIdeogramEdit = (name: string): boolean => name in calls

/** Parses the form of an edit and makes it, or its error: whatever the call understood as change gets one color. */
export async function ideogramEdited(
  name: string,
  form: FormData,
): Promise<{ readonly picture: Buffer } | { readonly mistake: string }> {
  const call = calls[name]
  if (!call) return { mistake: `There is no ${name}.` }
  for (const [field, value] of form) {
    const isFile = typeof value !== 'string'
    if (isFile ? !['image', 'mask'].includes(field) : !call.texts[field]?.test(value))
      return { mistake: `${field} is not taken, or not so.` }
  }
  const [image, mask] = [form.get('image'), form.get('mask')]
  if (!(image instanceof File)) return { mistake: 'The picture is missing.' }
  if (call.texts.prompt && !form.has('prompt')) return { mistake: 'The prompt is missing.' }
  if (mask && !call.reading) return { mistake: 'A mask is not taken.' }
  if (!mask && call.needsMask) return { mistake: 'The mask is missing.' }
  const picture = await image.bytes()
  if (call.makes === 'cut-out') return { picture: await cutOutEdit(picture) }
  if (call.makes === 'enlarged')
    return { picture: await enlargedEdit(picture, Number(String(form.get('upscale_factor')).slice(1))) }
  const read = mask instanceof File && call.reading ? await readMask(await mask.bytes(), call.reading) : null
  if (read && call.needsBothColors && isOfOneColor(read)) return { mistake: 'The mask needs both colors.' }
  return { picture: await paintedEdit(picture, read) }
}

function isOfOneColor({ width, height, isChanged }: ReadMask): boolean {
  const first = isChanged(0)
  for (let pixel = 1; pixel < width * height; pixel++) if (isChanged(pixel) !== first) return false
  return true
}
