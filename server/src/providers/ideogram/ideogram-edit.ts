import type { EditOperation } from '#domain/edit/operation.ts'
import { givenOf, type MaskForm, maskAs } from '../edit-pictures.ts'
import { editPrompt } from '../edit-words.ts'
import { type ImageEdit, type ImageRequest, ProviderError } from '../provider.ts'

/** How an operation is asked of Ideogram (its API description of 2026-10-07). */
type EditCall = {
  readonly path: string
  /** The mask differs between calls; null: the call takes none. */
  readonly mask: MaskForm | null
  readonly takesWords: boolean
  readonly settings: Readonly<Record<string, string>>
}

/** Keeps the size of the picture, and copies what it does not change. */
const preciseEdit: EditCall = {
  path: '/v2/image/precise-edit/ideogram-4-5',
  mask: 'black-is-change',
  takesWords: true,
  settings: { quality: 'medium', num_images: '1' },
}

const calls: Readonly<Partial<Record<EditOperation, EditCall>>> = {
  change: preciseEdit,
  extend: preciseEdit,
  instruct: preciseEdit,
  restyle: preciseEdit,
  'remove-background': { path: '/v2/image/remove-background/ideogram-1', mask: null, takesWords: false, settings: {} },
  erase: { path: '/v2/image/remove-object/ideogram-1', mask: 'as-is', takesWords: false, settings: {} },
  'replace-background': {
    path: '/v2/image/replace-background/ideogram-3',
    mask: null,
    takesWords: true,
    settings: { rendering_speed: 'default', num_images: '1' },
  },
}

/** Enlarges faithfully; the other calls for that paint new detail. */
const upscale = ({ asked }: ImageEdit): EditCall => ({
  path: '/v2/image/upscale/topaz-standard-2',
  mask: null,
  takesWords: false,
  settings: { upscale_factor: `x${asked.factor ?? 2}` },
})

const png = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

/** Builds the request of an edit. @throws ProviderError for an operation that Ideogram does not have. */
export async function ideogramEdit(request: ImageRequest, edit: ImageEdit) {
  const call = edit.asked.operation === 'upscale' ? upscale(edit) : calls[edit.asked.operation]
  if (!call) throw new ProviderError('invalid', `${request.model.name} has no '${edit.asked.operation}'.`)
  const { picture, mask } = givenOf(edit)
  const form = new FormData()
  form.set('image', png(picture), 'picture.png')
  const isMasked = call.mask !== null && mask !== null
  if (call.mask !== null && mask !== null) form.set('mask', png(await maskAs(call.mask, mask)), 'mask.png')
  if (call.takesWords) form.set('prompt', editPrompt(request, isMasked ? 'mask' : 'nothing'))
  form.set('async', 'true')
  for (const [name, value] of Object.entries(call.settings)) form.set(name, value)
  return { path: call.path, form, warnings: [] }
}
