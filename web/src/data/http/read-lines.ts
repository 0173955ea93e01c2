import { ORPCError } from '@orpc/client'
import { decodeError } from './api-error.ts'
import { fetchOrTake } from './early-reply.ts'

/**
 * Requests a reply of lines (application/x-ndjson) and yields them as they arrive.
 * @throws ORPCError with the server's code when it refuses; Error when the connection breaks.
 */
export async function* readLines(address: string, onCopy: () => void = () => {}): AsyncGenerator<string> {
  const response = await fetchOrTake(new Request(address))
  if (!response.ok || !response.body) {
    const body: unknown = await response.json().catch(() => null)
    throw decodeError(body, response.status) ?? new ORPCError('unavailable', { status: response.status })
  }
  if (response.headers.has('espalier-copy')) onCopy()
  yield* lines(response.body)
}

async function* lines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let parts: string[] = []
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    const [first = '', ...others] = value.split('\n')
    parts.push(first)
    for (const next of others) {
      yield parts.join('')
      parts = [next]
    }
  }
  const last = parts.join('')
  if (last !== '') yield last
}
