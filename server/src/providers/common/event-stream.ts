/** One event of a stream: its name, empty without one, and its data. */
export type StreamEvent = { readonly event: string; readonly data: string }

/**
 * Reads an event stream (WHATWG HTML, 'Server-sent events') as it arrives, each character once: a picture is one line of many
 * megabytes, and a reader that begins again with each chunk takes minutes for it. An event that breaks off is dropped.
 */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let event = ''
  let data: string[] = []

  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
}

/** The lines of a text, which end with CR, LF or both. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let isAfterReturn = false
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true })
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 10 && code !== 13) {
        isAfterReturn = false
        continue
      }
      const isSecondOfPair = code === 10 && isAfterReturn
      isAfterReturn = code === 13
      if (!isSecondOfPair) {
        parts.push(text.slice(from, at))
        yield parts.join('')
        parts = []
      }
      from = at + 1
    }
    if (from < text.length) parts.push(text.slice(from))
  }
}
