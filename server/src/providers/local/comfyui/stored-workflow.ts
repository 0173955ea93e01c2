import { faultsOfUserGraph } from '#domain/workflows/user-nodes.ts'
import {
  chosenInputValues,
  isSamePlace,
  type SlotPlace,
  slotValues,
  type WorkflowGraph,
  type WorkflowSlot,
  withValues,
} from '#domain/workflows/workflow.ts'
import { blankPicture, measurePicture, readHeader, withDecodingRoom } from '#server/operations/decoding-room.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import { type ImageRequest, type PictureCall, ProviderError, type StoredWorkflow } from '#server/providers/provider.ts'
import { startPicture } from '../start-picture.ts'
import { type ComfyUi, newUploadFolder } from './comfyui-client.ts'

type Pictures = Readonly<Partial<Record<'input image' | 'mask', string>>>

const placeOf = (places: readonly SlotPlace[], slot: WorkflowSlot) => places.find((place) => place.slot === slot)

/**
 * The mask as ComfyUI reads it, whichever way a workflow takes it (nodes.py): LoadImageMask takes a color, or what is transparent, as its
 * channel says; LoadImage gives both. White, and transparent, is what changes.
 * @param picture What the opaque part shows: the mask itself, or the picture where one node loads both.
 */
async function withTransparentMask(
  picture: Uint8Array,
  mask: Uint8Array,
  { memory }: PictureCall,
): Promise<Uint8Array> {
  const pictures = await Promise.all([picture, picture, mask].map(measurePicture))
  return withDecodingRoom(memory.admit, { pictures, use: 'whole' }, async (room) => {
    const { data, info } = await room
      .openMask(mask)
      .toColourspace('b-w')
      .extractChannel(0)
      .negate()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const colored = await room.openPicture(picture)
    return room
      .openMask(await colored.toColourspace('srgb').removeAlpha().png().toBuffer())
      .joinChannel(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
  })
}

/** A mask that lets all of a picture change. PNG. */
async function wholeMask(picture: Uint8Array): Promise<Buffer> {
  const { width, height } = await readHeader(picture)
  return blankPicture({ width, height, channels: 3, background: '#ffffff' }).toColourspace('b-w').png().toBuffer()
}

/** Uploads what the request carries, and answers the names by which the graph loads them. */
async function upload(
  comfy: ComfyUi,
  { places, loads }: StoredWorkflow,
  { request, call }: { readonly request: ImageRequest; readonly call: PictureCall },
): Promise<{ readonly names: Pictures; readonly warnings: readonly string[] }> {
  const [picturePlace, maskPlace] = [placeOf(places, 'input image'), placeOf(places, 'mask')]
  const { signal } = call
  const folder = newUploadFolder()
  const png = (bytes: Uint8Array) => comfy.upload({ bytes, mediaType: 'image/png' }, { folder, signal })
  const given = request.edit?.given
  if (given?.mask && picturePlace && maskPlace) {
    if (isSamePlace(picturePlace, maskPlace)) {
      const both = await png(await withTransparentMask(given.picture, given.mask, call))
      return { names: { 'input image': both, mask: both }, warnings: [] }
    }
    const mask = await png(await withTransparentMask(given.mask, given.mask, call))
    return { names: { 'input image': await png(given.picture), mask }, warnings: [] }
  }
  const { start, warnings } = await startPicture(request, call)
  if (!start && picturePlace)
    throw new ProviderError('invalid', 'This workflow needs a picture: attach one, or branch from one.')
  if (!start || !picturePlace) return { names: {}, warnings }
  const picture = await comfy.upload(start, { folder, signal })
  if (!maskPlace || loads === 'stored-too') return { names: { 'input image': picture }, warnings }
  // Its own file is not loaded: without a selection all of the picture may change.
  if (isSamePlace(picturePlace, maskPlace)) return { names: { 'input image': picture, mask: picture }, warnings }
  const whole = await wholeMask(start.bytes)
  return { names: { 'input image': picture, mask: await png(await withTransparentMask(whole, whole, call)) }, warnings }
}

/** Shows results in place of saving them: ComfyUI forgets them with its other temporary files, and they are the user's alone. */
const withoutSaving = (graph: WorkflowGraph): WorkflowGraph =>
  Object.fromEntries(
    Object.entries(graph).map(([id, node]) => {
      if (node.class_type !== 'SaveImage') return [id, node]
      const { filename_prefix: _prefix, ...inputs } = node.inputs
      return [id, { ...node, class_type: 'PreviewImage', inputs }]
    }),
  )

/** The graph of a stored workflow with all values of the request in its slots. @throws ProviderError where it needs a picture. */
export async function graphOfStored(
  comfy: ComfyUi,
  workflow: StoredWorkflow,
  { request, call }: { readonly request: ImageRequest; readonly call: PictureCall },
): Promise<{ readonly graph: WorkflowGraph; readonly warnings: readonly string[] }> {
  const { loads, places } = workflow
  const [fault] = loads === 'stored-too' ? [] : faultsOfUserGraph(workflow.graph, places)
  if (fault) throw new ProviderError('invalid', fault.message)
  const { names, warnings } = await upload(comfy, workflow, { request, call })
  const { width, height } = request.edit?.given?.size ?? request.size
  const prompt = request.edit ? request.edit.words || editPrompt(request, 'mask') : request.prompt
  const values = slotValues(places, { prompt, seed: request.seed, width, height, ...names })
  const chosen = request.controls?.inputs ?? []
  // It may have been changed since the picture was asked for.
  const gone = chosen.filter(({ name }) => !workflow.asked.some((each) => each.name === name))
  const graph = withValues(workflow.graph, [...chosenInputValues(workflow.asked, chosen), ...values])
  return {
    graph: loads === 'stored-too' ? graph : withoutSaving(graph),
    warnings: [...warnings, ...gone.map(({ name }) => `The workflow lets ${name} not be chosen any more.`)],
  }
}
