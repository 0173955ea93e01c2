import { z } from 'zod'
import type { AspectRatio } from '#domain/models/aspect-ratio.ts'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { withoutVersion } from '#server/providers/common/base-address.ts'
import { givenOf, markedPicture } from '#server/providers/common/edit-pictures.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import { pictureFrom } from '#server/providers/common/inline-picture.ts'
import type { ReadablePictures } from '#server/providers/common/input-pictures.ts'
import type { VendorOptions } from '#server/providers/common/request-loop.ts'
import { base64Of, promptWithRoles, sentPictures } from '#server/providers/common/sent-pictures.ts'
import type { VendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp, type VendorRefusal } from '#server/providers/common/vendor-http.ts'
import { type ImageProvider, type ImageRequest, type PictureCall, ProviderError } from '#server/providers/provider.ts'
import { readGeminiReply } from './gemini-reply.ts'

/** generateContent reads as many pictures in one request of the image models (ai.google.dev, image generation). */
const mostPictures = 14
/**
 * A whole request may have 100 MB (ai.google.dev, changelog of 2026-01-08). Its pictures use less: each request is held in memory several
 * times over, and fourteen of 40 MB at a time filled a heap of 512 MB.
 */
const mostBytes = 14_000_000

/** The limit of each picture: one alone may be large, of many each is made smaller. */
const readable = ({ parent, edit, references }: ImageRequest): ReadablePictures => ({
  kinds: ['png', 'jpeg', 'webp'],
  mostBytes: mostBytes / Math.max(1, Math.min(mostPictures, references.length + (parent ? 1 : 0) + (edit ? 2 : 0))),
})

/** The ratios of `imageConfig.aspectRatio`; 21:9 is 2.333, and cropped to 2.35. */
const ratioNames: Readonly<Record<AspectRatio, string>> = {
  '4:3': '4:3',
  '3:2': '3:2',
  '16:9': '16:9',
  '2.35:1': '21:9',
  '1:1': '1:1',
  '4:5': '4:5',
  '2:3': '2:3',
  '9:16': '9:16',
}

/** Earlier prompts as turns with an answer: without the model's turns between them they would be read as part of this prompt. */
const earlierTurns = (history: readonly string[]) =>
  history.flatMap((text) => [
    { role: 'user', parts: [{ text }] },
    { role: 'model', parts: [{ text: 'The picture is made.' }] },
  ])

/**
 * The body of a generateContent call for one picture, as the Gemini API documents it (v1beta). @returns Also the warnings, as
 * sentences.
 */
async function geminiRequest(request: ImageRequest, call: PictureCall) {
  const { model, aspectRatio, resolution, seed, edit } = request
  const given = edit && givenOf(edit)
  const { pictures: chosen, warnings } = await sentPictures(request, mostPictures - 1, readable(request), call)
  const marked = given?.mask
    ? [{ bytes: await markedPicture(given, given.mask, call), mediaType: 'image/png', role: 'content' } as const]
    : []
  const pictures = [...chosen.slice(0, 1), ...marked, ...chosen.slice(1)]
  const prompt = editPrompt(request, given?.mask ? 'marked-picture' : 'nothing')
  // An edited picture keeps its own ratio.
  const ratio = model.capabilities.supportsCustomRatios && !edit ? { aspectRatio: ratioNames[aspectRatio] } : {}
  return {
    warnings,
    body: {
      contents: [
        ...earlierTurns(request.conversationHistory),
        {
          role: 'user',
          parts: [
            ...pictures.map(({ bytes, mediaType }) => ({
              inlineData: { mimeType: mediaType, data: base64Of(bytes) },
            })),
            { text: promptWithRoles(prompt, pictures) },
          ],
        },
      ],
      generationConfig: { responseModalities: ['IMAGE'], seed, imageConfig: { ...ratio, imageSize: resolution } },
    },
  }
}

/** An error of Google's: a status by name, and details that each say their own kind. */
const errorSchema = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.object({ reason: z.string().optional(), retryDelay: z.string().optional() })).optional(),
  }),
})

/** Google's error codes (google.rpc.Code), where they are more specific than the status of HTTP. */
const kinds: Readonly<Record<string, VendorFailure>> = {
  UNAUTHENTICATED: 'bad-key',
  PERMISSION_DENIED: 'bad-key',
  // The project has no billing, or has used it up.
  FAILED_PRECONDITION: 'no-credit',
  RESOURCE_EXHAUSTED: 'busy',
  DEADLINE_EXCEEDED: 'silent',
}

/** A wrong key is an invalid argument there, and the retry delay is in the body: '30s'. */
function explain({ body, text }: VendorRefusal): { kind: VendorFailure; retryAfterMs?: number } | null {
  const { status, details = [] } = errorSchema.safeParse(body).data?.error ?? {}
  if (details.some(({ reason }) => reason === 'API_KEY_INVALID')) return { kind: 'bad-key' }
  // A key whose quota has no pictures at all: waiting does not help.
  if (status === 'RESOURCE_EXHAUSTED' && /\blimit: 0\b/.test(text)) return { kind: 'no-credit' }
  const kind = kinds[status ?? '']
  if (!kind) return null
  const delay = details.find(({ retryDelay }) => retryDelay)?.retryDelay
  const seconds = Number.parseFloat(delay ?? '')
  return Number.isFinite(seconds) ? { kind, retryAfterMs: seconds * 1_000 } : { kind }
}

/**
 * Google's Gemini image models by the documented HTTP: it takes earlier turns and answers refusals with status 200, both of which
 * the libraries hide. One call makes one picture; nothing can be resumed.
 */
export function createGoogleProvider(settings: VendorOptions): ImageProvider {
  const baseUrl = withoutVersion(settings.baseUrl ?? 'https://generativelanguage.googleapis.com', '/v1beta')
  const http = createVendorHttp({
    vendor: 'Google',
    baseUrl,
    headers: (key) => ({ 'x-goog-api-key': key }),
    explain,
    limit: answerLimits.pictures,
    // The answer comes with the picture; at 4K that takes its time.
    silenceMs: 280_000,
  })
  return {
    name: 'google',
    concurrency: 64,
    opens: 'by-key',
    async generate(request, call) {
      const { key, signal } = call
      const { body, warnings } = await geminiRequest(request, call)
      const path = `/v1beta/models/${request.model.apiModel}:generateContent`
      const { picture, ...reply } = readGeminiReply(
        await http.sendForAll({ method: 'POST', path, key, signal, json: body, isCreate: true }),
        request.model.apiModel,
      )
      const bytes = await pictureFrom(picture, (url) =>
        settings.download.fetch({ url, vendor: 'Google', ownBaseUrl: baseUrl, signal }),
      )
      // The same seed is not guaranteed to give the same picture.
      return { ...reply, bytes, seed: request.seed, warnings }
    },
    // Closing the connection is all that can be done, and that has happened already.
    cancel: async () => 'Google may still charge for the picture that it had begun.',
    async checkKey(key, signal) {
      try {
        await http.send({ method: 'GET', path: '/v1beta/models?pageSize=1', key, signal })
        return 'accepted'
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        return error.code === 'key' ? 'rejected' : 'unknown'
      }
    },
  }
}
