import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { createEndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { createOpenAiImagesProvider } from '#server/providers/vendors/added-openai/added-openai-provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const waiting: ServerResponse[] = []
let answer = (reply: ServerResponse): unknown => waiting.push(reply)
const theirs = createServer((_request, reply) => answer(reply))
theirs.listen(0, '127.0.0.1')
await once(theirs, 'listening')
const baseUrl = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`
const [download, endpointFetch] = [createPictureDownload(), createEndpointFetch()]
const context = withTestServer({
  providers: [createInstantProvider(), createOpenAiImagesProvider({ download, endpointFetch })],
  variables: { ALLOWED_PROVIDER_HOSTS: '127.0.0.1' },
})
afterAll(async () => {
  theirs.closeAllConnections()
  theirs.close()
  await Promise.all([download.close(), endpointFetch.close()])
})

const look = async (client: TestClient) =>
  (await client.send('POST', '/api/model-connections/look', { kind: 'openai-images', baseUrl, key: '' })).status
const lookForModels = async (client: TestClient) => {
  const body = { provider: 'compatible', baseUrl: `${baseUrl}/v1` }
  return (await client.send('POST', '/api/assistant/models', body)).status
}

it('a user looks at one list of a provider at a time, of either kind, and one more may wait', async () => {
  const [ada, bob] = [await signUp(context.server), await signUp(context.server)]
  const first = look(ada)
  await expect.poll(() => waiting.length).toBe(1)
  const others = [lookForModels(ada), look(ada)]
  expect(await Promise.race(others)).toBe(429)
  expect(waiting).toHaveLength(1)
  // Another user is not delayed.
  answer = (reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"flux"}]}')
  expect(await look(bob)).toBe(200)
  for (const reply of waiting) answer(reply)
  expect((await Promise.all([first, ...others])).toSorted()).toEqual([200, 200, 429])
})

it('a list of many things that are no models is refused at once, and stops nothing', async () => {
  const packed = gzipSync(`{"data":[${'{},'.repeat(45_000)}{}]}`, { level: 9 })
  answer = (reply) =>
    reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed)
  const ada = await signUp(context.server)
  expect(await look(ada)).toBe(400)
  expect(await lookForModels(ada)).toBe(400)
})
