import { FormData } from 'undici'
import { z } from 'zod'
import type { EditCanvas } from '#domain/edit/edit-offer.ts'
import { inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import { listUpTo } from '#server/operations/outside-list.ts'
import { maskAs } from '#server/providers/common/edit-pictures.ts'
import { paintedWords } from '#server/providers/common/edit-words.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import type { ImageRequest, PictureCall } from '#server/providers/provider.ts'
import type { FoundModel } from '../found-models.ts'
import { askForJson, askForPicture, type LocalEngine } from '../local-http.ts'
import { localModel } from '../local-model.ts'
import { startPicture } from '../start-picture.ts'
import type { LocalMaker } from './local-maker.ts'

/** Pictures of an answer that are read: one is asked for. */
const maxPictures = 100

/** An engine's reply in OpenAI's form: the picture itself, or its address on the engine. */
const replySchema = z.object({
  data: listUpTo(maxPictures, z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).nullish(),
})

/**
 * sd-server reads settings from a tag in the prompt; a user's words must never become one. A narrow space keeps the tag readable,
 * but no tag.
 */
const withoutExtraArguments = (prompt: string) => prompt.replace(/<(\/?)(?=sd_cpp_extra_args)/gi, '< $1')

const fieldsOf = (request: ImageRequest, prompt: string) => ({
  model: request.model.apiModel,
  prompt,
  size: `${request.size.width}x${request.size.height}`,
})

async function askForImage(server: LocalEngine, request: ImageRequest, call: PictureCall) {
  const { signal } = call
  const prompt = withoutExtraArguments(request.prompt)
  const { start, warnings } = await startPicture(request, call)
  if (!start) {
    // `seed` is no field of OpenAI's API: Ollama and LocalAI read it, others ignore it.
    const json = { ...fieldsOf(request, prompt), n: 1, response_format: 'b64_json', seed: request.seed }
    return { warnings, reply: await askForJson(server, replySchema, { path: '/v1/images/generations', json, signal }) }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(request, prompt))) form.set(name, value)
  form.set('n', '1')
  form.append('image[]', new Blob([new Uint8Array(start.bytes)], { type: start.mediaType }), 'start.png')
  return { warnings, reply: await askForJson(server, replySchema, { path: '/v1/images/edits', form, signal }) }
}

/** LocalAI's own call for masks: white is painted. It answers 512 × 512, whatever it is sent. */
async function askForInpainting(
  server: LocalEngine,
  request: ImageRequest,
  { picture, mask }: Inpainted,
  call: PictureCall,
) {
  const form = new FormData()
  form.set('model', request.model.apiModel)
  form.set('prompt', paintedWords(request))
  const png = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })
  form.set('image', png(picture), 'picture.png')
  form.set('mask', png(await maskAs('as-is', mask, call)), 'mask.png')
  return askForJson(server, replySchema, { path: '/v1/images/inpainting', form, signal: call.signal })
}

type Inpainted = { readonly picture: Uint8Array; readonly mask: Uint8Array }

function askFor(server: LocalEngine, request: ImageRequest, call: PictureCall) {
  const { picture, mask } = request.edit?.given ?? {}
  if (!picture || !mask) return askForImage(server, request, call)
  return askForInpainting(server, request, { picture, mask }, call).then((reply) => ({ reply, warnings: [] }))
}

/** An engine with OpenAI's image calls: one call, one picture, nothing can be resumed. */
const imagesApiAt = (server: LocalEngine): LocalMaker => ({
  async generate(request, call) {
    const { signal } = call
    const { reply, warnings } = await askFor(server, request, call)
    const [picture] = reply.data ?? []
    const named = picture?.b64_json || picture?.url
    const bytes = named ? await askForPicture(server, named, signal) : new Uint8Array()
    if (bytes.length === 0) throw vendorFailure(server.engine, 'empty')
    return { bytes, seed: request.seed, warnings }
  },
})

const tagsSchema = z.object({ models: z.array(z.object({ name: z.string() })) })
const shownSchema = z.object({ capabilities: z.array(z.string()).optional() })
const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The model families that generate pictures, by their names: most servers list language models beside them without a type. */
export const pictureFamilies =
  /flux|stable-?_?diffusion|\bsdxl?\b|\bsd[-_]?[123]|sd-cpp-local|z-image|qwen-image|dreamshaper|pixart|sana|kandinsky|playground-v|hidream|juggernaut|realvis|image/i

const isInpaintModel = (id: string) => /inpaint/i.test(id)
const { restyle: _wholePicture, ...maskedEdits } = inpaintingEdits
/** LocalAI paints 512 × 512 pixels. */
const inpaintCanvas: EditCanvas = { pixels: 262_144, minPixels: 65_536, multipleOf: 8, widest: 2 }

/**
 * Asks Ollama, which lists the capabilities of its models. None of them says whether a model reads pictures by POST
 * /v1/images/edits, which is experimental: a picture is made of text alone.
 */
export async function lookAtOllama(address: string, signal: AbortSignal): Promise<FoundModel<LocalMaker>[]> {
  const server: LocalEngine = { engine: 'Ollama', address }
  const found = (id: string): FoundModel<LocalMaker> => ({
    model: localModel({ provider: 'openai-compatible', engine: 'Ollama', prefix: 'ollama', id, pictures: 0 }),
    place: imagesApiAt(server),
  })
  const { models } = await askForJson(server, tagsSchema, { path: '/api/tags', signal })
  const painting = await Promise.all(
    models.map(async ({ name }) => {
      const shown = await askForJson(server, shownSchema, { path: '/api/show', json: { model: name }, signal })
      return shown.capabilities?.includes('image') ? [found(name)] : []
    }),
  )
  return painting.flat()
}

/**
 * Asks LocalAI and everything else with OpenAI's calls. A server of stable-diffusion.cpp that is too old for its own interface
 * answers 'sd-cpp-local', and edits.
 */
export async function lookAtOpenAiServer(address: string, signal: AbortSignal): Promise<FoundModel<LocalMaker>[]> {
  const server: LocalEngine = { engine: 'The local server', address }
  const found = (id: string, pictures: number): FoundModel<LocalMaker> => ({
    model: {
      ...localModel({ provider: 'openai-compatible', engine: 'local server', prefix: 'local', id, pictures }),
      // LocalAI has a call for masks, which needs a model that was trained for them.
      ...(isInpaintModel(id) && { edits: maskedEdits, editCanvas: inpaintCanvas, editsAlone: true as const }),
    },
    place: imagesApiAt(server),
  })
  const { data } = await askForJson(server, modelsSchema, { path: '/v1/models', signal })
  return data
    .filter(({ id }) => pictureFamilies.test(id) || isInpaintModel(id))
    .map(({ id }) => found(id, id === 'sd-cpp-local' ? 1 : 0))
}
