import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { UploadShape } from '#contract/cards/upload.ts'
import { type TokenScope, tokenScopes } from '#domain/tokens/token-scope.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { makeThings, type OwnedThings, pictureForm } from '#server-testing/owned-things.ts'
import { makeProgram, type Program } from '#server-testing/program.ts'
import { rules } from '#server-testing/rules-of-calls.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { scopesOfCalls } from './scopes-of-calls.ts'

const context = withTestServer({ variables: { SKETCH_CREDITS: '0.01' } })

let ada: TestClient
let things: OwnedThings
let other: GenerationShape
/** A program of each scope, and one of each for every scope but that. */
const withScope = new Map<TokenScope, Program>()
const without = new Map<TokenScope, Program>()
let all: Program
let bound: Program
beforeAll(async () => {
  ada = await signUp(context.server)
  things = await makeThings(context.server, ada)
  other = await ada.settled(await ada.generate({ prompt: 'in another project' }))
  for (const scope of tokenScopes) {
    withScope.set(scope, await makeProgram(context.server, ada, { scopes: [scope] }))
    without.set(scope, await makeProgram(context.server, ada, { scopes: tokenScopes.filter((each) => each !== scope) }))
  }
  all = await makeProgram(context.server, ada)
  bound = await makeProgram(context.server, ada, { projectId: other.projectId })
})

const scopeOf = (call: string) => scopesOfCalls[call.replace(' /api', ' ')]
const calls = Object.keys(rules)
const callsWith = (wanted: (call: string) => boolean) => calls.filter(wanted)

/** The address of a call with the ids of these things, or with ids of nothing. */
function addressOf(call: string, named: Partial<OwnedThings>): string {
  const path = call.slice(call.indexOf(' ') + 1)
  const [, kind = ''] = /\/([a-z-]+)\/\{id\}/.exec(path) ?? []
  return path
    .replace('{id}', named[kind as keyof OwnedThings] ?? randomUUID())
    .replace('{imageId}', named.images ?? randomUUID())
    .replace('{feedbackType}', 'like')
    .replace('{provider}', 'openai')
    .replace('{model}', 'sd-turbo')
    .replace('{starter}', 'none')
    .replace('{userId}', ada.userId)
    .replace('{deliveryId}', randomUUID())
    .replace('{name}', 'none')
}
const methodOf = (call: string) => call.slice(0, call.indexOf(' '))

/** Sends a call of a program; of an endless reply only the head is read. */
async function send(program: Program, call: string, named: Partial<OwnedThings>, cookie?: string) {
  const stopping = new AbortController()
  const body = rules[call]?.body
  const reply = await context.server.app.request(addressOf(call, named), {
    method: methodOf(call),
    signal: stopping.signal,
    headers: {
      ...program.headers,
      ...(cookie && { cookie }),
      ...(body && body !== 'picture' && { 'content-type': 'application/json' }),
    },
    ...(body && body !== 'picture' && { body: JSON.stringify(body) }),
  })
  const isEndless = reply.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const text = isEndless ? '' : await reply.text()
  stopping.abort()
  return { status: reply.status, text }
}

describe('a token', () => {
  it.each(callsWith((call) => scopeOf(call) === undefined))(
    'with every scope may not %s, also beside the cookie of its person',
    async (call) => {
      for (const cookie of [undefined, `${ada.cookie}; ${things.visit}`]) {
        const { status, text } = await send(all, call, things, cookie)
        expect([status, JSON.parse(text).code]).toEqual([403, 'forbidden'])
      }
    },
  )

  it.each(callsWith((call) => !['any', undefined].includes(scopeOf(call)?.scope)))(
    'needs the scope of %s',
    async (call) => {
      const scope = scopeOf(call)?.scope as TokenScope
      const refused = await send(without.get(scope)!, call, things)
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
        403,
        { code: 'forbidden', data: { needs: scope } },
      ])
      // What changes something is sent to nothing, so that one call does not take what the next one needs.
      const isReading = methodOf(call) === 'GET'
      const { status } = await send(withScope.get(scope)!, call, isReading ? things : {})
      expect(isReading ? [status, rules[call]?.status] : [status === 401, status === 403]).toEqual(
        isReading ? [rules[call]?.status, rules[call]?.status] : [false, false],
      )
    },
  )
})

describe('a token of one project', () => {
  const open = (call: string) => scopeOf(call)?.scope !== undefined && scopeOf(call)?.scope !== 'any'

  it.each(callsWith((call) => open(call) && rules[call]?.for === 'owner' && scopeOf(call)?.reach !== 'account'))(
    'finds nothing of another project at %s',
    async (call) => expect((await send(bound, call, things)).status).toBe(404),
  )

  it.each(callsWith((call) => scopeOf(call)?.reach === 'account'))(
    'may not %s, which reaches beyond it',
    async (call) => expect((await send(bound, call, things)).status).toBe(403),
  )

  it('sees its own project alone, with its images', async () => {
    const projects = await bound.send<{ items: ProjectShape[] }>('GET', '/api/projects')
    expect(projects.body.items.map(({ id }) => id)).toEqual([other.projectId])
    const assets = await bound.send<{ items: AssetShape[] }>('GET', '/api/assets')
    expect(new Set(assets.body.items.map(({ projectId }) => projectId))).toEqual(new Set([other.projectId]))
    expect((await bound.send('GET', `/api/projects/${other.projectId}/generations`)).status).toBe(200)
    const trash = await bound.send<{ items: unknown[] }>('GET', '/api/trash')
    expect(trash).toMatchObject({ status: 200, body: { items: [] } })
  })

  it('can name no picture of another project, and asks for its own where it names none', async () => {
    for (const body of [
      { projectId: things.projects },
      { parentGenerationId: things.generations },
      { parentImageId: things.images },
      { imagePrompts: [things.images] },
      { imagePrompts: [things.uploads] },
      { modelOf: things.generations },
    ]) {
      const { status } = await bound.send('POST', '/api/generations', { prompt: 'mine', ...body })
      expect([body, status]).toEqual([body, 404])
    }
    const made = await bound.send<GenerationShape>('POST', '/api/generations', { prompt: 'mine' })
    expect([made.status, made.body.projectId]).toEqual([202, other.projectId])
  })

  it('reads its own uploads, and no others', async () => {
    const form = await formBlob(await pictureForm())
    const sent = await context.server.app.request('/api/uploads', {
      method: 'POST',
      headers: bound.headers,
      body: form,
    })
    const { id } = (await sent.json()) as UploadShape
    const own = await context.server.app.request(`/api/uploads/${id}/file`, { headers: bound.headers })
    expect([sent.status, own.status]).toEqual([201, 200])
    expect((await ada.raw('GET', `/api/uploads/${id}/file`)).status).toBe(200)
  })

  it('receives the events of its own project alone', async () => {
    const heard = await openEvents(context.server, bound.headers)
    const elsewhere = await ada.generate({ prompt: 'elsewhere', projectId: things.projects })
    const here = await ada.generate({ prompt: 'here', projectId: other.projectId })
    await ada.settled(elsewhere)
    await ada.settled(here)
    await expect.poll(() => heard.events.some(({ data }) => JSON.stringify(data).includes(here.id))).toBe(true)
    expect(JSON.stringify(heard.events)).not.toContain(elsewhere.id)
    heard.close()
  })
})
