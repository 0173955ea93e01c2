import { describe, expect, it } from 'vitest'
import { eventsIn, type StreamEvent } from './event-stream.ts'

const streamOf = (text: string, size: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
      controller.close()
    },
  })
async function read(text: string, size = 3): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of eventsIn(streamOf(text, size))) events.push(event)
  return events
}

describe('eventsIn', () => {
  it.each(['\n', '\r\n', '\r'])(
    'reads names and data of lines that end with %j, in whatever chunks they arrive',
    async (end) => {
      const text = [': a comment', 'event: partial', 'data: {"a":', 'data:"ä"}', '', 'data: [DONE]', '', ''].join(end)
      for (const size of [1, 2, 3, 1_000])
        expect(await read(text, size)).toEqual([
          { event: 'partial', data: '{"a":\n"ä"}' },
          { event: '', data: '[DONE]' },
        ])
    },
  )

  it('drops an event that breaks off, and one without data', async () => {
    expect(await read('event: ping\n\ndata: 1\n\ndata: 2')).toEqual([{ event: '', data: '1' }])
  })

  it('reads a line of many megabytes in many chunks', async () => {
    const picture = 'A'.repeat(30_000_000)
    expect(await read(`data: ${picture}\n\n`, 16_000)).toEqual([{ event: '', data: picture }])
  })
})
