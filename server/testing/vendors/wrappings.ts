import { jsonValuesIn } from '#server/providers/common/json-answer.ts'

/**
 * How proxies and other versions wrap the replies of a vendor: JSON as an event stream, a stream as JSON, unknown
 * fields, inline pictures where an address is usual, and addresses where inline pictures are.
 */
export type Wrapping = 'event-stream' | 'plain-json' | 'unknown-fields' | 'data-uri' | 'base64' | 'address'

export type Pictures = {
  /** The bytes at an address of the fake; undefined for every other text. */
  at(url: string): Uint8Array | undefined
  publish(bytes: Uint8Array): string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with every text and every object in it mapped. */
function mapped(value: unknown, change: (each: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change))
  if (!isObject(value)) return change(value)
  return change(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, change)])))
}

const withUnknownFields = (value: unknown) =>
  mapped(value, (each) => (isObject(each) ? { ...each, x_added_later: { by: ['a proxy'], at: 7 } } : each))

function carrying(value: unknown, { at }: Pictures, head: string): unknown {
  return mapped(value, (each) => {
    const bytes = typeof each === 'string' ? at(each) : undefined
    return bytes ? `${head}${Buffer.from(bytes).toString('base64')}` : each
  })
}

/** In the forms of OpenAI, Google, and those that list base64 as `images`. */
function addressing(value: unknown, { publish }: Pictures): unknown {
  const addressOf = (base64: unknown) => publish(Buffer.from(String(base64), 'base64'))
  return mapped(value, (each) => {
    if (!isObject(each)) return each
    const { b64_json, inlineData, images, ...rest } = each
    if (b64_json) return { ...rest, url: addressOf(b64_json) }
    if (isObject(inlineData)) return { ...rest, fileData: { fileUri: addressOf(inlineData.data) } }
    if (Array.isArray(images) && typeof images[0] === 'string') return { ...rest, images: images.map(addressOf) }
    return each
  })
}

/** The last event of OpenAI's stream, as the reply of servers without streams. */
function withoutEvents(value: unknown): unknown {
  if (!isObject(value) || !value.b64_json) return value
  const { b64_json, usage } = value
  return { created: 1_795_000_000, data: [{ b64_json }], usage }
}

const streamOf = (values: readonly unknown[]) =>
  `: ping\n\n${values.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`

/** The reply in another wrapping; an error, or a reply that is no JSON, is unchanged. */
export async function wrapped(answer: Response, wrapping: Wrapping, pictures: Pictures): Promise<Response> {
  const text = await answer.clone().text()
  const values = answer.ok ? jsonValuesIn(text) : null
  if (values === null) return answer
  const isStream = answer.headers.get('content-type')?.includes('event-stream') ?? false
  const { status } = answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  const reply = (body: string, type: string) => {
    headers.set('content-type', type)
    return new Response(body, { status, headers })
  }
  const asBefore = (changed: readonly unknown[]) =>
    isStream ? reply(streamOf(changed), 'text/event-stream') : reply(JSON.stringify(changed[0]), 'application/json')
  switch (wrapping) {
    case 'event-stream':
      return reply(streamOf(values), 'text/event-stream; charset=utf-8')
    case 'plain-json':
      return reply(JSON.stringify(withoutEvents(values.at(-1))), 'application/json')
    case 'unknown-fields':
      return asBefore(values.map(withUnknownFields))
    case 'data-uri':
      return asBefore(values.map((each) => carrying(each, pictures, 'data:image/png;base64,')))
    case 'base64':
      return asBefore(values.map((each) => carrying(each, pictures, '')))
    case 'address':
      return asBefore(values.map((each) => addressing(each, pictures)))
  }
}
