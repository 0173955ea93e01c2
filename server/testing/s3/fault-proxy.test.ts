import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startFaultProxy } from './fault-proxy.ts'

it('gives up a request whose client has left before the reply, and forwards the next', async () => {
  const events: string[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/slow') return void response.end('at once')
    events.push('arrived')
    response.on('close', () => events.push('given up'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startFaultProxy((server.address() as AddressInfo).port)
  try {
    const client = get(`http://127.0.0.1:${proxy.port}/slow`, { agent: false }).on('error', () => undefined)
    await expect.poll(() => events).toEqual(['arrived'])
    client.destroy()
    await expect.poll(() => events).toEqual(['arrived', 'given up'])
    expect(await (await fetch(`http://127.0.0.1:${proxy.port}/`)).text()).toBe('at once')
  } finally {
    await proxy.stop()
    server.close()
  }
})
