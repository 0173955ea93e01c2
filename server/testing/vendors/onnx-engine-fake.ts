import { setTimeout } from 'node:timers/promises'
import { fetch } from 'undici'
import { z } from 'zod'
import { EngineFailure } from '#engine/engine-failure.ts'
import type { LocalEngine } from '#engine/local-engine.ts'
import { flatPicture } from './flat-picture.ts'
import { type Asked, never, type Scene, startVendorFake, vendorWords } from './vendor-fake.ts'

const side = z.int().min(64).multipleOf(64)
const size = { width: z.int().positive(), height: z.int().positive() }
/** A task of the engine, with its picture as base64. */
const taskSchema = z.strictObject({
  files: z.strictObject({ unet: z.string(), text: z.string(), autoencoder: z.string(), merges: z.string() }),
  sampler: z.enum(['euler-ancestral', 'lcm']),
  steps: z.int().min(1).max(50),
  guidance: z.number().min(1),
  leastMemoryBytes: z.int().nonnegative(),
  prompt: z.string().min(1),
  seed: z.int().nonnegative(),
  frame: z.strictObject({ width: side, height: side }),
  size: z.strictObject(size),
  start: z.strictObject({ picture: z.base64(), strength: z.number().gt(0).lte(1) }).nullable(),
})

const failed = (reason: string) => Response.json({ reason, message: `The fake says ${reason}.` }, { status: 500 })
const failures: Partial<Record<Scene, () => Response>> = {
  overloaded: () => failed('resting'),
  fails: () => Response.json({ reason: 'bug', message: vendorWords }, { status: 500 }),
  'invalid-request': () => failed('picture'),
}

/** The engine's process as a server of HTTP, so that the suite of the providers can play its scenes. */
export const startOnnxEngineFake = () =>
  startVendorFake({
    isCreate: ({ path }) => path === '/paint',
    async answer(asked, desk) {
      const scene = desk.takeScene()
      const { data, error } = taskSchema.safeParse(asked.json())
      if (!data) return Response.json({ reason: 'bug', message: z.prettifyError(error) }, { status: 500 })
      if (scene === 'silent') return never()
      if (scene === 'delivers-slowly') await setTimeout(15)
      return failures[scene]?.() ?? new Response(new Uint8Array(await flatPicture(data.size)))
    },
  })

/** The engine that paints at that fake. */
export const onnxEngineAt = (url: string): Pick<LocalEngine, 'paint' | 'close'> => ({
  async paint(task, { signal, onProgress }) {
    signal.throwIfAborted()
    const start = task.start && { ...task.start, picture: Buffer.from(task.start.picture).toString('base64') }
    const body = JSON.stringify({ ...task, start })
    const reply = await fetch(`${url}/paint`, { method: 'POST', body, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new EngineFailure('crashed', 'The engine ended unexpectedly.', { cause: error })
    })
    onProgress(0.5)
    if (reply.ok) return { png: new Uint8Array(await reply.arrayBuffer()), wordsLeftOut: 0 }
    const { reason, message } = (await reply.json()) as { reason: EngineFailure['reason']; message: string }
    throw new EngineFailure(reason, message)
  },
  close: async () => undefined,
})

/** The picture to begin from. */
export function pictureOfOnnxTask(asked: Asked): Uint8Array[] {
  const { data } = taskSchema.safeParse(asked.json())
  return data?.start ? [Buffer.from(data.start.picture, 'base64')] : []
}
