import { setTimeout } from 'node:timers/promises'
import { BlockedReason, type Candidate, FinishReason, type GenerateContentResponse } from '@google/genai'
import sharp from 'sharp'
import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { flatPicture } from './flat-picture.ts'
import { paintedEdit } from './painted-edit.ts'
import {
  type Asked,
  fakeKey,
  never,
  retryAfterSeconds,
  type Scene,
  startVendorFake,
  vendorWords,
} from './vendor-fake.ts'

/** The sizes at 1K for each ratio (ai.google.dev, image generation); 2K and 4K are twice and four times that. */
const frames = {
  '1:1': { width: 1024, height: 1024 },
  '2:3': { width: 848, height: 1264 },
  '3:2': { width: 1264, height: 848 },
  '4:3': { width: 1200, height: 896 },
  '4:5': { width: 928, height: 1152 },
  '9:16': { width: 768, height: 1376 },
  '16:9': { width: 1376, height: 768 },
  '21:9': { width: 1584, height: 672 },
} as const satisfies Record<string, PixelSize>
const models = ['gemini-nano-banana-2.1', 'gemini-3-pro-image', 'gemini-3.1-flash-lite-image']
const scales = { '1K': 1, '2K': 2, '4K': 4 } as const

const part = z.union([
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({
    inlineData: z.strictObject({ mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp']), data: z.base64() }),
  }),
])

/** The body of generateContent, as far as it is used. */
const bodySchema = z.strictObject({
  contents: z
    .array(z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(part).min(1) }))
    .min(1)
    // Turns alternate, and the last is the person's.
    .refine((turns) => turns.every(({ role }, index) => role === (index % 2 === 0 ? 'user' : 'model')))
    .refine((turns) => turns.at(-1)?.role === 'user'),
  generationConfig: z.strictObject({
    responseModalities: z.tuple([z.literal('IMAGE')]),
    seed: z.int32().nonnegative(),
    imageConfig: z.strictObject({
      aspectRatio: z.enum(Object.keys(frames) as [keyof typeof frames]).optional(),
      imageSize: z.enum(['1K', '2K', '4K']),
    }),
  }),
})
export type GeminiBody = z.infer<typeof bodySchema>

/** The SDK's class has getters beside the fields of the wire. */
type Reply = Pick<
  GenerateContentResponse,
  'candidates' | 'promptFeedback' | 'usageMetadata' | 'responseId' | 'modelVersion'
>

const succeeded = (reply: Reply) => Response.json(reply)
const ended = (finishReason: FinishReason, content?: Candidate['content']) =>
  succeeded({
    candidates: [{ index: 0, finishReason, ...(content ? { content } : {}) }],
    usageMetadata: {
      promptTokenCount: 12,
      candidatesTokenCount: 1_120,
      thoughtsTokenCount: 200,
      totalTokenCount: 1_332,
    },
    responseId: 'response-fake',
    modelVersion: 'gemini-nano-banana-2.1',
  })
const failure = (code: number, status: string, details: readonly object[] = []) =>
  Response.json({ error: { code, status, message: `${vendorWords} ${status}`, details } }, { status: code })
const wrongKey = () =>
  failure(400, 'INVALID_ARGUMENT', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
  ])

const answers: Partial<Record<Scene, () => Response>> = {
  refuses: () => ended(FinishReason.IMAGE_SAFETY),
  'refuses-prompt': () => succeeded({ promptFeedback: { blockReason: BlockedReason.PROHIBITED_CONTENT } }),
  'refuses-words': () => ended(FinishReason.NO_IMAGE, { role: 'model', parts: [{ text: vendorWords }] }),
  'refuses-prohibited': () => ended(FinishReason.PROHIBITED_CONTENT),
  empty: () => ended(FinishReason.STOP, { role: 'model', parts: [] }),
  fails: () => ended(FinishReason.IMAGE_OTHER),
  'rate-limited': () =>
    failure(429, 'RESOURCE_EXHAUSTED', [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` },
    ]),
  'wrong-key': wrongKey,
  'no-credit': () => failure(400, 'FAILED_PRECONDITION'),
  overloaded: () => failure(503, 'UNAVAILABLE'),
  'invalid-request': () => failure(400, 'INVALID_ARGUMENT'),
}

/** What the model understood as the part to change: what is magenta in the second picture, where the words say so. */
async function painted({ contents }: GeminiBody): Promise<Buffer | null> {
  const parts = contents.at(-1)?.parts ?? []
  const isMarked = parts.some((each) => 'text' in each && each.text.includes('painted magenta in the second image'))
  const [picture, marked] = parts.flatMap((each) => ('inlineData' in each ? [each.inlineData.data] : []))
  if (!isMarked || !picture || !marked) return null
  const { data, info } = await sharp(Buffer.from(marked, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isChanged = (pixel: number) =>
    data[pixel * 3] === 255 && data[pixel * 3 + 1] === 0 && data[pixel * 3 + 2] === 255
  return paintedEdit(Buffer.from(picture, 'base64'), { width: info.width, height: info.height, isChanged })
}

async function deliver(body: GeminiBody, scene: Scene): Promise<Response> {
  const { aspectRatio = '1:1', imageSize } = body.generationConfig.imageConfig
  const { width, height } = frames[aspectRatio]
  const whole =
    (await painted(body)) ??
    (await flatPicture({ width: width * scales[imageSize], height: height * scales[imageSize] }))
  const bytes = scene === 'truncated' ? whole.subarray(0, whole.length >> 1) : whole
  if (scene === 'delivers-slowly') await setTimeout(40)
  return ended(FinishReason.STOP, {
    role: 'model',
    parts: [{ inlineData: { mimeType: 'image/png', data: bytes.toString('base64') } }],
  })
}

/** Google's generateContent for pictures; a body that its reference does not allow is 400. */
export const startGoogleFake = () =>
  startVendorFake({
    isCreate: ({ path }) => path.endsWith(':generateContent'),
    async answer(asked, desk) {
      const scene = desk.takeScene()
      if (asked.headers.get('x-goog-api-key') !== fakeKey) return wrongKey()
      if (scene === 'silent') return never()
      const known = answers[scene]?.()
      if (known) return known
      if (asked.method === 'GET' && asked.path === '/v1beta/models?pageSize=1') return Response.json({ models: [] })
      if (asked.method !== 'POST' || !models.some((id) => asked.path === `/v1beta/models/${id}:generateContent`))
        return failure(404, 'NOT_FOUND')
      const { data } = bodySchema.safeParse(asked.json())
      return data ? deliver(data, scene) : failure(400, 'INVALID_ARGUMENT')
    },
  })

/** The requested settings. */
export const geminiBodyOf = (asked: Asked) => bodySchema.parse(asked.json())

/** The pictures of a request, in their order. */
export const picturesOfGemini = (asked: Asked): Uint8Array[] =>
  geminiBodyOf(asked).contents.flatMap(({ parts }) =>
    parts.flatMap((each) => ('inlineData' in each ? [Buffer.from(each.inlineData.data, 'base64')] : [])),
  )
