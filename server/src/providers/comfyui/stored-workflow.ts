import sharp from 'sharp'
import {
  chosenInputValues,
  isSamePlace,
  type SlotPlace,
  slotValues,
  type WorkflowGraph,
  type WorkflowSlot,
  withValues,
} from '#domain/workflows/workflow.ts'
import { editPrompt } from '../edit-words.ts'
import { startPicture } from '../local/start-picture.ts'
import { type ImageRequest, ProviderError, type StoredWorkflow } from '../provider.ts'
import type { ComfyUi } from './comfyui-client.ts'

type Pictures = Readonly<Partial<Record<'input image' | 'mask', string>>>

const placeOf = (places: readonly SlotPlace[], slot: WorkflowSlot) => places.find((place) => place.slot === slot)

/**
 * The mask as ComfyUI reads it, whichever way a workflow takes it (nodes.py): LoadImageMask takes a color, or what is transparent, as its
 * channel says; LoadImage gives both. White, and transparent, is what changes.
 * @param picture What the opaque part shows: the mask itself, or the picture where one node loads both.
 */
async function withTransparentMask(picture: Uint8Array, mask: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(mask)
    .toColourspace('b-w')
    .extractChannel(0)
    .negate()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return sharp(await sharp(picture).toColourspace('srgb').removeAlpha().png().toBuffer())
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

/** Uploads what the request carries, and answers the names by which the graph loads them. */
async function upload(
  comfy: ComfyUi,
  { places }: StoredWorkflow,
  { request, signal }: { readonly request: ImageRequest; readonly signal: AbortSignal },
): Promise<{ readonly names: Pictures; readonly warnings: readonly string[] }> {
  const [picturePlace, maskPlace] = [placeOf(places, 'input image'), placeOf(places, 'mask')]
  const png = (bytes: Uint8Array) => comfy.upload({ bytes, mediaType: 'image/png' }, signal)
  const given = request.edit?.given
  if (given?.mask && picturePlace && maskPlace) {
    if (isSamePlace(picturePlace, maskPlace)) {
      const both = await png(await withTransparentMask(given.picture, given.mask))
      return { names: { 'input image': both, mask: both }, warnings: [] }
    }
    const mask = await png(await withTransparentMask(given.mask, given.mask))
    return { names: { 'input image': await png(given.picture), mask }, warnings: [] }
  }
  const { start, warnings } = await startPicture(request)
  if (!start && picturePlace)
    throw new ProviderError('invalid', 'This workflow needs a picture: attach one, or branch from one.')
  return { names: start && picturePlace ? { 'input image': await comfy.upload(start, signal) } : {}, warnings }
}

/** The graph of a stored workflow with all values of the request in its slots. @throws ProviderError where it needs a picture. */
export async function graphOfStored(
  comfy: ComfyUi,
  workflow: StoredWorkflow,
  { request, signal }: { readonly request: ImageRequest; readonly signal: AbortSignal },
): Promise<{ readonly graph: WorkflowGraph; readonly warnings: readonly string[] }> {
  const { names, warnings } = await upload(comfy, workflow, { request, signal })
  const { width, height } = request.edit?.given?.size ?? request.size
  const prompt = request.edit ? request.edit.words || editPrompt(request, 'mask') : request.prompt
  const values = slotValues(workflow.places, { prompt, seed: request.seed, width, height, ...names })
  const chosen = request.controls?.inputs ?? []
  // It may have been changed since the picture was asked for.
  const gone = chosen.filter(({ name }) => !workflow.asked.some((each) => each.name === name))
  return {
    graph: withValues(workflow.graph, [...chosenInputValues(workflow.asked, chosen), ...values]),
    warnings: [...warnings, ...gone.map(({ name }) => `The workflow lets ${name} not be chosen any more.`)],
  }
}
