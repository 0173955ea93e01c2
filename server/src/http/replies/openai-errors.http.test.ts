import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '#server/process/listen.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let web: Listening
beforeAll(async () => {
  web = await listen(context.server.app.fetch, '127.0.0.1', 0)
  return () => web.close()
})

/** Sends the requests on one connection, and returns all bytes that come back. */
async function replyTo(...requests: readonly string[]): Promise<Buffer> {
  const socket = connect(web.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const [index, request] of requests.entries()) {
    const closing = index === requests.length - 1 ? 'connection: close\r\n' : ''
    socket.write(`GET ${request} HTTP/1.1\r\nhost: 127.0.0.1:${web.port}\r\n${closing}\r\n`)
  }
  await once(socket, 'close')
  return Buffer.concat(chunks)
}

describe('inOpenAiShape', () => {
  it('sends refusals whose length is that of their body, so that the next reply of the connection is whole', async () => {
    const text = (await replyTo('/v1/models', '/v1/models', '/healthz')).toString('utf8')
    const replies = text.split(/(?=HTTP\/1\.1 \d{3} )/)
    expect(replies.map((reply) => reply.slice(0, 12))).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401', 'HTTP/1.1 200'])
    for (const reply of replies.slice(0, 2)) {
      const [head = '', body = ''] = reply.split('\r\n\r\n')
      expect(Number(/^content-length: (\d+)$/im.exec(head)?.[1])).toBe(Buffer.byteLength(body))
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid_api_key' } })
    }
  })
})
