import type { EditOperation } from '#domain/edit/operation.ts'
import type { AspectRatio } from '#domain/models/aspect-ratio.ts'
import { controlFields } from '#domain/models/controls.ts'
import { formOf } from '#domain/models/model.ts'
import { withPictureRoom } from '#server/operations/decoding-room.ts'
import { givenOf, type MaskForm, maskAs } from '#server/providers/common/edit-pictures.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import {
  chooseInputPictures,
  type InputPicture,
  type ReadablePicture,
  type ReadablePictures,
  readablePicture,
} from '#server/providers/common/input-pictures.ts'
import { shortenPrompt } from '#server/providers/common/shorten-prompt.ts'
import { type ImageEdit, type ImageRequest, type PictureCall, ProviderError } from '#server/providers/provider.ts'

/** The request for an operation of Ideogram (its API description of 2026-10-07). */
type EditCall = {
  readonly path: string
  /** The mask differs between calls; null: the call takes none. */
  readonly mask: MaskForm | null
  readonly takesWords: boolean
  readonly maxPrompt?: number
  readonly takesSeed?: true
  readonly settings: Readonly<Record<string, string>>
}

/** Answers at once with an id, instead of when the picture is finished. Some calls do so by themselves and have no such field. */
const atOnce = { async: 'true' }
/**
 * Keeps the picture and its result out of Ideogram's public feed: without the field some calls follow the plan, whose default may
 * be public. A plan without private pictures refuses the request.
 */
const notInPublic = { private: 'true' }

/** Keeps the size of the picture, and copies what it does not change. */
const preciseEdit: EditCall = {
  path: '/v2/image/precise-edit/ideogram-4-5',
  mask: 'black-is-change',
  takesWords: true,
  takesSeed: true,
  settings: { quality: 'medium', num_images: '1', ...atOnce, ...notInPublic },
}

const calls: Readonly<Partial<Record<EditOperation, EditCall>>> = {
  change: preciseEdit,
  extend: preciseEdit,
  instruct: preciseEdit,
  restyle: preciseEdit,
  'remove-background': {
    path: '/v2/image/remove-background/ideogram-1',
    mask: null,
    takesWords: false,
    settings: { ...atOnce, ...notInPublic },
  },
  erase: {
    path: '/v2/image/remove-object/ideogram-1',
    mask: 'as-is',
    takesWords: false,
    takesSeed: true,
    settings: {},
  },
  'replace-background': {
    path: '/v2/image/replace-background/ideogram-3',
    mask: null,
    takesWords: true,
    maxPrompt: 4_000,
    settings: { rendering_speed: 'default', num_images: '1', ...notInPublic },
  },
}

/** Enlarges faithfully; the other calls for that paint new detail. */
const upscale = ({ asked }: ImageEdit): EditCall => ({
  path: '/v2/image/upscale/topaz-standard-2',
  mask: null,
  takesWords: false,
  settings: { upscale_factor: `x${asked.factor ?? 2}`, ...atOnce, ...notInPublic },
})

const png = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

/** Builds the request of an edit. @throws ProviderError for an operation that Ideogram does not have. */
async function ideogramEdit(request: ImageRequest, edit: ImageEdit, pictures: PictureCall) {
  const call = edit.asked.operation === 'upscale' ? upscale(edit) : calls[edit.asked.operation]
  if (!call) throw new ProviderError('invalid', `${request.model.name} has no '${edit.asked.operation}'.`)
  const { picture, mask } = givenOf(edit)
  const form = new FormData()
  form.set('image', png(picture), 'picture.png')
  const sent = mask && call.mask && (call !== preciseEdit || (await hasBothColors(mask, pictures))) ? mask : null
  if (sent && call.mask) form.set('mask', png(await maskAs(call.mask, sent, pictures)), 'mask.png')
  const prompt = editPrompt(request, sent ? 'mask' : 'nothing')
  const words = shortenPrompt(prompt, call.maxPrompt ?? prompt.length, request.model.name)
  if (call.takesWords) form.set('prompt', words.prompt)
  if (call.takesSeed) form.set('seed', String(request.seed))
  for (const [name, value] of Object.entries(call.settings)) form.set(name, value)
  return { path: call.path, form, warnings: call.takesWords ? words.warnings : [] }
}

/** Whether a part of a mask changes and a part is kept: precise edit refuses every other mask ('Masked edits'). */
async function hasBothColors(mask: Uint8Array, { memory }: PictureCall): Promise<boolean> {
  const picture = { source: mask, use: 'mask' } as const
  const { channels } = await withPictureRoom(memory.admit, picture, (room) => room.openMask(mask).stats())
  const [grey] = channels
  return grey !== undefined && grey.min < 128 && grey.max >= 128
}

const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 25_000_000 }
const maxStyleReferences = 10
/** All style references of a request together (developer.ideogram.ai, version 1; version 2 names no limit). */
const maxStyleBytes = 10_000_000

/** The resolutions of Ideogram 3.0 that are nearest to our ratios, of the 69 that it has. */
const resolutions: Readonly<Record<AspectRatio, string>> = {
  '4:3': '1152x864',
  '3:2': '1248x832',
  '16:9': '1312x736',
  '2.35:1': '1536x640',
  '1:1': '1024x1024',
  '4:5': '896x1120',
  '2:3': '832x1248',
  '9:16': '736x1312',
}

/** The resolutions of Ideogram 4 that are nearest to our ratios at 2K (its API description, GenerateImageRequestV4). */
const resolutionsOf4: Readonly<Record<AspectRatio, string>> = {
  '4:3': '2304x1728',
  '3:2': '2496x1664',
  '16:9': '2560x1440',
  '2.35:1': '3072x1280',
  '1:1': '2048x2048',
  '4:5': '1792x2240',
  '2:3': '1664x2496',
  '9:16': '1440x2560',
}

/** The closeness of a remixed picture to its source, 1 to 100. */
const imageWeight = { enhance: 80, edit: 60, remix: 40 }
/** The same for a content reference. */
const referenceWeight = 50
/** Of a picture that gives its look alone. */
const lookWeight = 20

/**
 * Builds the request to Ideogram: a new picture, or with a parent or a content reference, a remix of it. All other pictures are
 * style references.
 */
export async function ideogramRequest(
  request: ImageRequest,
  call: PictureCall,
): Promise<{ readonly path: string; readonly form: FormData; readonly warnings: readonly string[] }> {
  const { parent, edit, references } = request
  if (edit) return ideogramEdit(request, edit, call)
  const isVersion4 = formOf(request.model) === 'ideogram-4'
  const isRemix = parent !== null || references.some(({ role }) => role === 'content')
  const mostPictures = isVersion4 ? 1 : maxStyleReferences + (isRemix ? 1 : 0)
  const { pictures, warnings } = chooseInputPictures(request, mostPictures)
  const base =
    pictures.find(({ role }) => role === 'parent') ??
    pictures.find(({ role }) => role === 'content') ??
    // Version 4 takes no look apart from its content.
    (isVersion4 ? pictures[0] : undefined)

  const form = new FormData()
  form.set('prompt', request.prompt)
  form.set('resolution', (isVersion4 ? resolutionsOf4 : resolutions)[request.aspectRatio])
  form.set('rendering_speed', 'default')
  // The remix of version 4 has neither field.
  if (!isVersion4 || !base) {
    form.set('seed', String(request.seed))
    // The prompt is sent unchanged; a different rewriting each time would make a seed worthless.
    form.set('magic_prompt', 'off')
  }
  form.set('num_images', '1')
  for (const [name, value] of Object.entries({ ...atOnce, ...notInPublic })) form.set(name, value)
  if (base) {
    form.set('image', await blobOf(base, readable, call), 'picture')
    form.set(
      'image_weight',
      String(parent ? imageWeight[parent.kind] : base.role === 'look' ? lookWeight : referenceWeight),
    )
  }
  const styles = pictures.filter((picture) => picture !== base)
  const readableStyle = { ...readable, mostBytes: Math.floor(maxStyleBytes / Math.max(1, styles.length)) }
  for (const style of styles) form.append('style_reference_images', await blobOf(style, readableStyle, call), 'picture')
  const chosen = controlFields(request.model.controls, request.controls)
  for (const [name, value] of Object.entries({ ...request.model.parameters, ...chosen })) form.set(name, String(value))
  return { path: `/v2/image/${base ? 'remix' : 'generate'}/${request.model.apiModel}`, form, warnings }
}

async function blobOf({ bytes }: InputPicture, vendor: ReadablePictures, call: PictureCall): Promise<Blob> {
  const picture: ReadablePicture = await readablePicture(bytes, vendor, call)
  return new Blob([new Uint8Array(picture.bytes)], { type: picture.mediaType })
}
