import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { SessionShape } from '#contract/account/account.ts'
import type { ProfileShape } from '#contract/account/profile.ts'
import type { StyleShape } from '#contract/cards/style.ts'
import type { UploadShape } from '#contract/cards/upload.ts'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import type { CreatedWebhookShape } from '#contract/programs/webhook.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { runOnce } from '#server/background/runner.ts'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { assistantRuns } from '#server/db/schema/assistant.ts'
import { comfyWorkflows } from '#server/db/schema/comfy-workflows.ts'
import { modelConnections } from '#server/db/schema/model-connections.ts'
import { series } from '#server/db/schema/series.ts'
import { packTask } from '#server/features/sheets/pack-sheets.ts'
import { createThumbnailer } from '#server/pictures/thumbnailer.ts'
import { formBlob } from './form-blob.ts'
import { cookieOf, sendOpen, type TestClient } from './test-client.ts'
import { testOrigin } from './test-origin.ts'
import type { TestServer } from './test-server.ts'
import { unlimited } from './unlimited.ts'

/** One thing of each kind that an address can name, by the word before its id in addresses. */
export type OwnedThings = Readonly<
  Record<
    | 'projects'
    | 'generations'
    | 'images'
    | 'styles'
    | 'references'
    | 'saved-prompts'
    | 'word-lists'
    | 'uploads'
    | 'sheets'
    | 'sessions'
    | 'avatar'
    | 'shares'
    | 'shared'
    | 'comments'
    | 'visit'
    | 'series'
    | 'model-connections'
    | 'workflows'
    | 'tokens'
    | 'purses'
    | 'webhooks'
    | 'runs',
    string
  >
>

/** A form with a small picture, as uploads and avatars are sent. */
export async function pictureForm(): Promise<FormData> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
  const form = new FormData()
  form.append('file', new File([Uint8Array.from(await picture.png().toBuffer())], 'picture.png'))
  return form
}

/** Opens a review link as a visitor does. */
export async function visitLink(server: TestServer, address: string): Promise<{ id: string; cookie: string }> {
  const token = address.split('#')[1]
  const opened = await sendOpen<{ id: string }>(server, 'POST', '/api/shared/visits', { body: { token } })
  return { id: opened.body.id, cookie: cookieOf(opened.headers) }
}

/** A link to a project, with the comment and vote of a reviewer. */
async function makeLink(
  server: TestServer,
  person: TestClient,
  { projectId, imageId }: { projectId: string; imageId: string },
) {
  const link = { expiry: '1-day', showsPrompts: true }
  const made = await person.send<MadeShareShape>('POST', `/api/projects/${projectId}/shares`, link)
  const { id, cookie } = await visitLink(server, made.body.address)
  const headers = { cookie }
  await sendOpen(server, 'PUT', `/api/shared/${id}/name`, { body: { name: 'Vera' }, headers })
  const body = { imageId, x: 0.5, y: 0.5, text: 'Here.' }
  const comment = await sendOpen<{ id: string }>(server, 'POST', `/api/shared/${id}/comments`, { body, headers })
  return { shares: id, shared: id, comments: comment.body.id, visit: cookie }
}

type Kind = keyof OwnedThings

/** How each thing of a user is made; what several need is made once. */
function makers(server: TestServer, person: TestClient): Readonly<Record<Kind, () => Promise<string>>> {
  const sendForm = async <Body>(method: string, path: string): Promise<Body> => {
    const headers = { host: 'localhost', origin: testOrigin, cookie: person.cookie }
    const reply = await server.app.request(path, { method, headers, body: await formBlob(await pictureForm()) })
    return (await reply.json()) as Body
  }
  const generation = once(async () => person.settled(await person.generate({ prompt: 'a fox' })))
  const projectId = async () => (await generation()).projectId
  const imageId = async () => (await generation()).images[0]?.id ?? ''
  const link = once(async () => makeLink(server, person, { projectId: await projectId(), imageId: await imageId() }))
  const { system: db } = server.database
  const { storage } = server
  return {
    projects: projectId,
    generations: async () => (await generation()).id,
    images: imageId,
    shares: async () => (await link()).shares,
    shared: async () => (await link()).shared,
    comments: async () => (await link()).comments,
    visit: async () => (await link()).visit,
    async styles() {
      const style = { title: 'Mine', promptFragment: 'in chalk' }
      return (await person.send<StyleShape>('POST', '/api/styles', style)).body.id
    },
    async references() {
      const reference = { name: 'fox', imageIds: [await imageId()] }
      return (await person.send<ReferenceShape>('POST', '/api/references', reference)).body.id
    },
    async 'saved-prompts'() {
      const prompt = { name: 'Mine', text: 'a fox in chalk' }
      return (await person.send<{ id: string }>('POST', '/api/saved-prompts', prompt)).body.id
    },
    async 'word-lists'() {
      const words = { name: 'mine', words: [{ text: 'dawn' }] }
      return (await person.send<{ id: string }>('POST', '/api/word-lists', words)).body.id
    },
    uploads: async () => (await sendForm<UploadShape>('POST', '/api/uploads')).id,
    async avatar() {
      const { avatarUrl } = await sendForm<ProfileShape>('PUT', '/api/profile/avatar')
      return avatarUrl?.split('/').at(-1) ?? ''
    },
    async series() {
      const id = randomUUID()
      const { userId } = person
      await db.insert(series).values({ id, userId, projectId: await projectId(), kind: 'grid', hidesNames: false })
      return id
    },
    async 'model-connections'() {
      const id = randomUUID()
      // Nothing listens there, and people's own addresses may not be there.
      const baseUrl = 'https://127.0.0.1:1'
      await db.insert(modelConnections).values({ id, userId: person.userId, kind: 'openai-images', name: id, baseUrl })
      return id
    },
    async workflows() {
      const id = randomUUID()
      const row = { id, userId: person.userId, name: id, graph: {}, places: [], values: [], state: 'works' } as const
      await db.insert(comfyWorkflows).values(row)
      return id
    },
    async sheets() {
      const project = await projectId()
      const thumbnailer = createThumbnailer(storage, unlimited)
      await runOnce(packTask({ db, storage, thumbnailer, newId: randomUUID }, { restSeconds: -1 }))
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from thumbnail_sheets where project_id = ${project}`,
      )
      return rows[0]?.id ?? ''
    },
    async tokens() {
      const token = { name: 'A program', scopes: ['read'] }
      return (await person.send<CreatedTokenShape>('POST', '/api/tokens', token)).body.token.id
    },
    async purses() {
      const purse = { name: 'Mine', x: 0, y: 0, width: 2_000, height: 1_000, most: 100 }
      return (await person.send<PurseShape>('POST', `/api/projects/${await projectId()}/purses`, purse)).body.id
    },
    async webhooks() {
      // No name below .invalid leads anywhere (RFC 6761): nothing is sent.
      const webhook = { url: 'https://webhooks.invalid/mine', events: ['generation.completed'] }
      return (await person.send<CreatedWebhookShape>('POST', '/api/webhooks', webhook)).body.webhook.id
    },
    async runs() {
      const id = randomUUID()
      const token = { userId: person.userId, name: 'the assistant', prefix: '', scopes: [] }
      await db.insert(apiTokens).values({ ...token, id, kind: 'assistant' })
      const run = { id, userId: person.userId, projectId: await projectId(), conversationId: id, tokenId: id }
      const asked = { mode: 'ask', request: 'a fox', model: 'mine', modelOf: 'own' } as const
      await db
        .insert(assistantRuns)
        .values({ ...run, ...asked, subjects: [], messages: [], state: 'done', endedAt: new Date() })
      return id
    },
    async sessions() {
      const { body } = await person.send<{ items: SessionShape[] }>('GET', '/api/account/sessions')
      return body.items[0]?.id ?? ''
    },
  }
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Creates one thing of each of these kinds for a user; default: of every kind. */
export async function makeThings<Wanted extends Kind = Kind>(
  server: TestServer,
  person: TestClient,
  kinds?: readonly Wanted[],
): Promise<Pick<OwnedThings, Wanted>> {
  const make = makers(server, person)
  const made: [string, string][] = []
  for (const kind of kinds ?? (Object.keys(make) as Wanted[])) made.push([kind, await make[kind]()])
  return Object.fromEntries(made) as Pick<OwnedThings, Wanted>
}
