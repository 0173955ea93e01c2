import { z } from 'zod'
import type { EditCanvas } from '#domain/edit/model-edits.ts'
import { inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import type { FoundModel } from '../local/found-models.ts'
import { askForJson, type LocalEngine } from '../local/local-http.ts'
import { localModel } from '../local/local-model.ts'
import { imagesApiAt } from './images-api.ts'
import type { LocalMaker } from './local-maker.ts'

const tagsSchema = z.object({ models: z.array(z.object({ name: z.string() })) })
const shownSchema = z.object({ capabilities: z.array(z.string()).optional() })
const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The model families that generate pictures, by their names: most servers list language models beside them without a type. */
export const pictureFamilies =
  /flux|stable-?_?diffusion|\bsdxl?\b|\bsd[-_]?[123]|sd-cpp-local|z-image|qwen-image|dreamshaper|pixart|sana|kandinsky|playground-v|hidream|juggernaut|realvis|image/i

const isInpaintModel = (id: string) => /inpaint/i.test(id)
const { restyle: _wholePicture, ...maskedEdits } = inpaintingEdits
/** LocalAI paints 512 × 512 pixels. */
const inpaintCanvas: EditCanvas = { pixels: 262_144, leastPixels: 65_536, multipleOf: 8, widest: 2 }

/** Asks Ollama, which lists the capabilities of its models. Its image call takes text alone. */
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
