import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { fractionIn, previewIn, watchComfyUi } from './comfyui-socket.ts'

const message = (...bytes: number[]) => Uint8Array.from(bytes).buffer

describe("messages on ComfyUI's socket", () => {
  it('contain a preview after an eight-byte header', () => {
    expect(previewIn(message(0, 0, 0, 1, 0, 0, 0, 2, 7, 8))).toEqual(Uint8Array.of(7, 8))
  })

  it.each([
    ['of another kind', message(0, 0, 0, 3, 0, 0, 0, 2, 7)],
    ['with nothing in it', message(0, 0, 0, 1, 0, 0, 0, 2)],
    ['that is torn', message(0, 0)],
  ])('contain no preview: a message %s', (_, torn) => expect(previewIn(torn)).toBeNull())

  it.each([
    ['{"type":"progress","data":{"value":5,"max":20}}', 0.25],
    ['{"type":"progress","data":{"value":21,"max":20}}', 1],
    ['{"type":"progress","data":{"value":1,"max":0}}', null],
    ['{"type":"executing","data":{"node":"3"}}', null],
    ['no JSON', null],
  ])('contain a fraction of the progress, or nothing: %s', (text, share) => expect(fractionIn(text)).toBe(share))
})

describe('watchComfyUi', () => {
  it('reports previews, and lets go of a socket with a message that is too large', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const reported: (number | undefined)[] = []
    const connected = once(server, 'connection')
    const { signal } = new AbortController()
    const close = await watchComfyUi(
      { address: `http://127.0.0.1:${port}`, clientId: 'a' },
      { signal, progress: ({ preview }) => void reported.push(preview?.byteLength) },
    )
    const [socket] = await connected
    const closed = once(socket, 'close')
    const preview = (bytes: number) => Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]), Buffer.alloc(bytes, 7)])
    socket.send(preview(1_000))
    socket.send(preview(9_000_000))
    await closed
    expect(reported).toEqual([1_000])
    close()
    server.close()
  })
})
