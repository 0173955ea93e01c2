import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { makeProgram, type Program } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

/** The examples of docs/api.md: a call, its body, and the status of the reply with the name of its id. */
const examples = [
  ...readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8').matchAll(/```http\n([^`]+)```/g),
].map(([, text = '']) => {
  const lines = text.trim().split('\n')
  const [method = '', path = ''] = (lines[0] ?? '').split(' ')
  const [status = '', named] = (lines.at(-1) ?? '').split(' ')
  return { call: lines[0] ?? '', method, path, body: lines.slice(1, -1).join('\n'), status: Number(status), named }
})

const context = withTestServer()
let ada: TestClient
let program: Program
beforeAll(async () => {
  ada = await signUp(context.server)
  program = await makeProgram(context.server, ada)
})
const ids = new Map<string, string>()
const filled = (text: string) => text.replace(/\{(project|card|image)\}/g, (place) => ids.get(place) ?? place)

it('the page has examples', () => expect(examples.length).toBeGreaterThan(8))

it.each(examples)('the example $call is answered as the page says', async ({ method, path, body, status, named }) => {
  const reply = await context.server.app.request(filled(path), {
    method,
    headers: { ...program.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: filled(body) }),
  })
  expect([reply.status, reply.status === status ? '' : await reply.clone().text()]).toEqual([status, ''])
  if (!named) return
  const answer = (await reply.json()) as GenerationShape & { items?: GenerationShape[] }
  if (named === '{card}') await ada.settled(answer)
  const list = answer.items?.[0]
  ids.set(named, (list ? list.images[0]?.id : answer.id) ?? '')
})
