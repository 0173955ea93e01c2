import { Stream } from 'openai/streaming'
import { z } from 'zod'
import { jsonValuesIn } from '../json-answer.ts'
import { vendorFailure } from '../vendor-failure.ts'

/** One picture, as an event or an entry of a list: itself, or its address. */
const pictureSchema = z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })

/** What is read of an event, or of an answer without events (openai, resources/images: ImagesResponse and its stream events). */
const messageSchema = pictureSchema.extend({
  type: z.string().nullish().catch(null),
  data: z.array(pictureSchema).nullish().catch(null),
  usage: z.unknown().optional(),
})

/** A picture that is finished, or one on the way; `picture` is base64, a data URI or an address. */
export type OpenAiMessage = { readonly kind: 'partial' | 'whole'; readonly picture: string; readonly usage: unknown }

function messageIn(value: unknown): OpenAiMessage | null {
  const { data: message } = messageSchema.safeParse(value)
  if (!message) return null
  const entry = message.b64_json || message.url ? message : message.data?.[0]
  const picture = entry?.b64_json || entry?.url
  if (!picture) return null
  return { kind: message.type?.endsWith('.partial_image') ? 'partial' : 'whole', picture, usage: message.usage }
}

/** The stream again from its start, and the first character of it that is no space. */
async function peeked(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const seen: Uint8Array[] = []
  let text = ''
  while (text.trimStart() === '') {
    const { done, value } = await reader.read()
    if (done) break
    seen.push(value)
    text += decoder.decode(value, { stream: true })
  }
  const whole = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = seen.shift() ?? (await reader.read()).value
      if (next) controller.enqueue(next)
      else controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { first: text.trimStart().charAt(0), whole }
}

/**
 * What an answer to an image call holds, as it arrives. A stream is asked for; a proxy may answer with plain JSON all the same,
 * whatever its content type says.
 * @throws The SDK's APIError for an error within the stream; ProviderError where the answer can not be read.
 */
export async function* messagesOf(response: Response, signal: AbortSignal): AsyncGenerator<OpenAiMessage> {
  if (!response.body) return
  const { first, whole } = await peeked(response.body)
  const { headers } = response
  if (first !== '{' && first !== '[') {
    const hangUp = new AbortController()
    signal.addEventListener('abort', () => hangUp.abort(signal.reason), { once: true })
    for await (const event of Stream.fromSSEResponse<unknown>(new Response(whole, { headers }), hangUp)) {
      const message = messageIn(event)
      if (message) yield message
    }
    return
  }
  const values = jsonValuesIn(await new Response(whole).text())
  if (values === null) throw vendorFailure('OpenAI', 'unreadable')
  for (const value of values.flat()) {
    const message = messageIn(value)
    if (message) yield message
  }
}
