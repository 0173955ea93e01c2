import { FormData } from 'undici'
import { z } from 'zod'
import { maskAs } from '../edit-pictures.ts'
import { paintedWords } from '../edit-words.ts'
import { askForJson, askForPicture, type LocalEngine } from '../local/local-http.ts'
import { startPicture } from '../local/start-picture.ts'
import type { ImageRequest } from '../provider.ts'
import { vendorFailure } from '../vendor-failure.ts'
import type { LocalMaker } from './local-maker.ts'

/** An engine's reply in OpenAI's form: the picture itself, or its address on the engine. */
const replySchema = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).nullish(),
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

async function askForImage(server: LocalEngine, request: ImageRequest, signal: AbortSignal) {
  const prompt = withoutExtraArguments(request.prompt)
  const { start, warnings } = await startPicture(request)
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
  signal: AbortSignal,
) {
  const form = new FormData()
  form.set('model', request.model.apiModel)
  form.set('prompt', paintedWords(request))
  const png = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })
  form.set('image', png(picture), 'picture.png')
  form.set('mask', png(await maskAs('as-is', mask)), 'mask.png')
  return askForJson(server, replySchema, { path: '/v1/images/inpainting', form, signal })
}

type Inpainted = { readonly picture: Uint8Array; readonly mask: Uint8Array }

function askFor(server: LocalEngine, request: ImageRequest, signal: AbortSignal) {
  const { picture, mask } = request.edit?.given ?? {}
  if (!picture || !mask) return askForImage(server, request, signal)
  return askForInpainting(server, request, { picture, mask }, signal).then((reply) => ({ reply, warnings: [] }))
}

/** An engine with OpenAI's image calls: one call, one picture, nothing can be resumed. */
export const imagesApiAt = (server: LocalEngine): LocalMaker => ({
  async generate(request, { signal }) {
    const { reply, warnings } = await askFor(server, request, signal)
    const [picture] = reply.data ?? []
    const named = picture?.b64_json || picture?.url
    const bytes = named ? await askForPicture(server, named, signal) : new Uint8Array()
    if (bytes.length === 0) throw vendorFailure(server.engine, 'empty')
    return { bytes, seed: request.seed, warnings }
  },
})
