import { APIError } from 'openai'
import { z } from 'zod'
import { eventsIn } from '#server/providers/common/event-stream.ts'
import { jsonOf, jsonValuesIn } from '#server/providers/common/json-answer.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'

/** One picture, as an event or an entry of a list: its data, or its address. */
const pictureSchema = z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })

/**
 * The parts that are read of an event, or of a reply without events (openai, resources/images: ImagesResponse and its stream
 * events).
 */
const messageSchema = pictureSchema.extend({
  type: z.string().nullish().catch(null),
  data: z.array(pictureSchema).nullish().catch(null),
  usage: z.unknown().optional(),
})

/** An error in the middle of a stream. */
const errorEvent = z.object({ error: z.looseObject({}).nullish() })

/** A finished picture or a preview; `picture` is base64, a data URI or an address. */
export type OpenAiMessage = { readonly kind: 'partial' | 'whole'; readonly picture: string; readonly usage: unknown }

function messageIn(value: unknown): OpenAiMessage | null {
  const { data: message } = messageSchema.safeParse(value)
  if (!message) return null
  const entry = message.b64_json || message.url ? message : message.data?.[0]
  const picture = entry?.b64_json || entry?.url
  if (!picture) return null
  return { kind: message.type?.endsWith('.partial_image') ? 'partial' : 'whole', picture, usage: message.usage }
}

/** The stream again from its start, and its first character that is no space. */
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
 * Yields the messages of a reply to an image call, as they arrive. A stream is requested; a proxy may send plain JSON all the
 * same, whatever its content type says. @param from.vendor The display name. @throws The SDK's APIError for an error within the stream; ProviderError where the reply
 * can not be parsed.
 */
export async function* messagesOf(
  response: Response,
  { signal, vendor }: { readonly signal: AbortSignal; readonly vendor: string },
): AsyncGenerator<OpenAiMessage> {
  if (!response.body) return
  const { first, whole } = await peeked(response.body)
  const { headers } = response
  if (first !== '{' && first !== '[') {
    for await (const { event, data } of eventsIn(whole)) {
      signal.throwIfAborted()
      if (data === '[DONE]') return
      const value = jsonOf(data)
      if (value === undefined) throw vendorFailure(vendor, 'unreadable')
      const { error } = errorEvent.safeParse(value).data ?? {}
      if (event === 'error' || error) throw new APIError(undefined, (error ?? value) as object, undefined, headers)
      const message = messageIn(value)
      if (message) yield message
    }
    return
  }
  const values = jsonValuesIn(await new Response(whole).text())
  if (values === null) throw vendorFailure(vendor, 'unreadable')
  for (const value of values.flat()) {
    const message = messageIn(value)
    if (message) yield message
  }
}
