import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { starterNames } from '#domain/starters/starters.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { makeThings, type OwnedThings, pictureForm } from '#server-testing/owned-things.ts'
import { type Rule, rules } from '#server-testing/rules-of-calls.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { openApiDocument } from '../openapi/openapi.ts'

const context = withTestServer({ variables: { SKETCH_CREDITS: '0.01' } })

const document = await openApiDocument()
const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item ?? {}).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    isOpen: (operation as { security?: unknown[] }).security?.length === 0,
  })),
)
const callsFor = (whom: Rule['for']) => Object.keys(rules).filter((call) => rules[call]?.for === whom)

/** The kinds of the ids in the address of a call, in their order. */
function kindsIn(call: string): Readonly<Record<string, keyof OwnedThings>> {
  const [, kind] = /\/([a-z-]+)\/\{id\}/.exec(call) ?? []
  return {
    ...(kind && { '{id}': kind as keyof OwnedThings }),
    ...(call.includes('{imageId}') && { '{imageId}': 'images' }),
    ...(call.includes('{name}') && { '{name}': 'avatar' }),
  }
}

/** The address of a call with the ids of a user's things. */
function addressOf(call: string, things: Partial<OwnedThings>, userId: string): string {
  const path = call
    .slice(call.indexOf(' ') + 1)
    .replace('{feedbackType}', 'like')
    .replace('{provider}', 'openai')
    .replace('{model}', 'sd-turbo')
    .replace('{starter}', starterNames[0])
    .replace('{userId}', userId)
    .replace('{number}', '1')
    .replace('{proof}', '1')
    .replace('{deliveryId}', randomUUID())
  return Object.entries(kindsIn(call)).reduce((address, [place, kind]) => {
    const id = things[kind]
    if (id === undefined) throw new Error(`${call} needs one of the ${kind}.`)
    return address.replace(place, id)
  }, path)
}

/** Sends a call according to its rule. Of an endless reply only the head is read. */
async function send(
  call: string,
  address: string,
  client: Pick<TestClient, 'cookie'> | null,
  body = rules[call]?.body,
) {
  const [method = ''] = call.split(' ')
  const form = body === 'picture' ? await pictureForm() : null
  const headers = {
    host: 'localhost',
    origin: testOrigin,
    ...(client && { cookie: client.cookie }),
    ...(body && !form && { 'content-type': 'application/json' }),
  }
  const stopping = new AbortController()
  const reply = await context.server.app.request(address, {
    method,
    headers,
    signal: stopping.signal,
    ...(body && { body: form ? await formBlob(form) : JSON.stringify(body) }),
  })
  const isEndless = reply.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const text = isEndless ? '' : await reply.text()
  stopping.abort()
  return { status: reply.status, text }
}

let ada: TestClient
let bob: TestClient
let things: OwnedThings
let bobs: OwnedThings
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  things = await makeThings(context.server, ada)
  bobs = await makeThings(context.server, await signUp(context.server))
})

describe('the table of rights', () => {
  it('covers every call of the OpenAPI document, and no other', () =>
    expect(Object.keys(rules).sort()).toEqual(calls.map(({ call }) => call).sort()))

  it('agrees with the document about the calls without a session', () =>
    expect(callsFor('everybody').sort()).toEqual(calls.flatMap(({ call, isOpen }) => (isOpen ? call : [])).sort()))
})

describe('a client without a session', () => {
  it.each(callsFor('everybody'))('may %s', async (call) => {
    expect((await send(call, addressOf(call, things, ''), null)).status).toBe(rules[call]?.status)
  })

  it.each(callsFor('visitor'))('finds nothing at %s', async (call) => {
    const { status } = await send(call, addressOf(call, things, ''), null)
    expect(status).toBe(call.endsWith('/fork') ? 401 : 404)
  })

  it.each([...callsFor('caller'), ...callsFor('owner')])('may not %s', async (call) => {
    const { status, text } = await send(call, addressOf(call, things, ada.userId), null)
    expect([status, JSON.parse(text).code]).toEqual([401, 'unauthenticated'])
  })
})

describe('a stranger with a review link', () => {
  it.each(callsFor('visitor'))('may %s, and only of the project that it leads to', async (call) => {
    const stranger = { cookie: things.visit }
    expect((await send(call, addressOf(call, things, ''), stranger)).status).toBe(rules[call]?.status)
    const { status, text } = await send(call, addressOf(call, { ...things, shared: bobs.shared }, ''), stranger)
    expect([status, JSON.parse(text).code]).toEqual(
      call.endsWith('/fork') ? [401, 'unauthenticated'] : [404, 'not-found'],
    )
  })

  it.each([...callsFor('caller'), ...callsFor('owner')])('may not %s', async (call) => {
    const { status, text } = await send(call, addressOf(call, things, ada.userId), { cookie: things.visit })
    expect([status, JSON.parse(text).code]).toEqual([401, 'unauthenticated'])
  })

  it('sees nothing of other users by it', async () => {
    const call = 'GET /api/shared/{id}/images/{imageId}/file'
    const { status } = await send(call, addressOf(call, { ...things, images: bobs.images }, ''), {
      cookie: things.visit,
    })
    expect(status).toBe(404)
  })

  it.each(callsFor('visitor'))(
    'whose visit is forged finds nothing at %s, with a good body and a bad one',
    async (call) => {
      const forged = things.visit.replace(/=[\w-]{43}/, `=${'A'.repeat(43)}`)
      const cookie = `${forged}; ${ada.cookie}`
      const body = rules[call]?.body
      for (const sent of body ? [body, { unknown: 1 }] : [undefined])
        expect((await send(call, addressOf(call, things, ''), { cookie }, sent)).status).toBe(404)
    },
  )
})

describe('another user', () => {
  it.each(callsFor('owner'))(
    'finds nothing at %s, with a good body and a bad one, as at an unknown id',
    async (call) => {
      const forged = Object.fromEntries(Object.keys(things).map((kind) => [kind, randomUUID()])) as OwnedThings
      const nonsense = Object.fromEntries(Object.keys(things).map((kind) => [kind, 'x'])) as OwnedThings
      const body = rules[call]?.body
      const answers = await Promise.all(
        [things, forged, nonsense].flatMap((ids) => [
          send(call, addressOf(call, ids, ada.userId), bob),
          ...(body ? [send(call, addressOf(call, ids, ada.userId), bob, { unknown: 1 })] : []),
        ]),
      )
      for (const { status, text } of answers) {
        expect(status).toBe(404)
        expect(text).toBe(answers[0]?.text)
      }
    },
  )

  it('can not branch from it, refer to it or change it', async () => {
    for (const body of [
      { projectId: things.projects },
      { parentGenerationId: things.generations },
      { parentImageId: things.images },
      { parentImageUrl: `/api/images/${things.images}/file` },
      { imagePrompts: [things.images] },
      { imagePrompts: [things.uploads] },
      { styleReferences: [things.images] },
      { style: things.styles },
    ]) {
      const { status } = await bob.send('POST', '/api/generations', { prompt: 'mine', ...body })
      expect([body, status]).toEqual([body, 404])
    }
    const reference = { title: 'Mine', promptFragment: 'in chalk', referenceIds: [things.uploads] }
    expect((await bob.send('POST', '/api/styles', reference)).status).toBe(404)
  })

  // A caller's own call must return nothing of other users; what changes an account comes last.
  const harmless = callsFor('caller').filter((call) => call.startsWith('GET'))
  it.each(harmless)('gets nothing of it from %s', async (call) => {
    const { status, text } = await send(call, addressOf(call, things, ''), bob)
    expect(status).toBe(rules[call]?.status)
    for (const id of [ada.userId, ...Object.values(things)]) expect(text).not.toContain(id)
  })

  it('has changed nothing after all these calls', async () => {
    const list = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${things.projects}/generations`)
    expect(list.body.items).toHaveLength(1)
    expect(list.body.items[0]).toMatchObject({ id: things.generations, isCollapsed: false, status: 'completed' })
    expect(list.body.items[0]?.images[0]?.feedback).toEqual([])
    const projects = await bob.send('GET', '/api/projects')
    expect(projects.body).toEqual({ items: [], nextCursor: null })
  })
})

describe('the owner', () => {
  const ownCalls = [...callsFor('caller'), ...callsFor('owner')]
  const isReading = (call: string) => call.startsWith('GET ')

  it.each(ownCalls.filter(isReading))('may %s', async (call) => {
    expect((await send(call, addressOf(call, things, ada.userId), ada)).status).toBe(rules[call]?.status)
  })

  const isDeleting = (call: string) => call.startsWith('DELETE ')
  // Deletions last, parts before wholes: no call takes what another one needs.
  const writing = ownCalls
    .filter((call) => !isReading(call))
    .toSorted((a, b) => Number(isDeleting(a)) - Number(isDeleting(b)) || (isDeleting(a) ? b.length - a.length : 0))

  const owners = new Map<string, Promise<{ readonly person: TestClient; readonly own: Partial<OwnedThings> }>>()
  const makeOwner = async (kinds: readonly (keyof OwnedThings)[]) => {
    const person = await signUp(context.server)
    return { person, own: await makeThings(context.server, person, kinds) }
  }
  /** One user for the calls about things of one kind; one for each call about the account, which it may end. */
  function ownerFor(call: string) {
    const has = rules[call]?.has
    const kinds = [...Object.values(kindsIn(call)), ...(has ? [has] : [])]
    if (kinds.length === 0) return makeOwner([])
    const owner = owners.get(kinds.join()) ?? makeOwner(kinds)
    owners.set(kinds.join(), owner)
    return owner
  }

  it.each(writing)('may %s', async (call) => {
    const { person, own } = await ownerFor(call)
    // Only what was deleted can be restored.
    if (call.endsWith('/restore'))
      await person.send('DELETE', addressOf(call, own, person.userId).replace('/restore', ''))
    expect((await send(call, addressOf(call, own, person.userId), person)).status).toBe(rules[call]?.status)
  })
})
