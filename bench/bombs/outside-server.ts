import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

const packed = gzipSync(`{"data":[${'{},'.repeat(21_000_000)}{}]}`, { level: 9 })
const many = gzipSync(`{"data":[${'{},'.repeat(45_000)}{}]}`, { level: 9 })
const described = JSON.stringify({ data: [{ id: 'flux', description: '[]('.repeat(2_000_000) }] })

async function writeOn(reply: ServerResponse): Promise<void> {
  const choices = [{ index: 0, delta: { role: 'assistant', content: 'x'.repeat(64_000) }, finish_reason: null }]
  const piece = `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  while (!reply.destroyed) {
    if (reply.writableLength < 2_000_000) reply.write(piece)
    await pause(10)
  }
}

/**
 * A server that an account names, with a path for each of its answers: 63 MB of small values as 61 kB, 45,000 empty objects, a description of 6 MB, and a
 * language model that writes 6 MB a second without an end.
 */
export async function startOutsideServer() {
  const server = createServer((request, reply) => {
    const { url = '' } = request
    if (url.includes('/chat/completions')) void writeOn(reply)
    else if (url.startsWith('/packed') || url.startsWith('/many'))
      reply
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(url.startsWith('/many') ? many : packed)
    else
      reply
        .writeHead(200, { 'content-type': 'application/json' })
        .end(url.startsWith('/described') ? described : '{"data":[{"id":"m"}]}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
