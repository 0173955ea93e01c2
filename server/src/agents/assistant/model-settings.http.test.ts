import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { ConnectionCheckShape } from '#contract/models/model-connection.ts'
import type { AssistantSetupShape, RunShape } from '#contract/programs/assistant.ts'
import { languageModels } from '#server/db/schema/assistant.ts'
import { type ScriptedModel, startScriptedModel } from '#server-testing/scripted-model.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

let model: ScriptedModel
let server: TestServer
let ada: TestClient
beforeAll(async () => {
  model = await startScriptedModel()
  server = await openTestServer({ variables: { ALLOWED_PROVIDER_HOSTS: '127.0.0.1' } })
})
afterAll(async () => {
  await server.close()
  await model.stop()
})
beforeEach(async () => {
  ada = await signUp(server)
})

const place = (over: object = {}) => ({ provider: 'compatible', baseUrl: model.url, key: 'a-secret-key', ...over })
const save = (over: object = {}, client = ada) =>
  client.send<AssistantSetupShape>('PUT', '/api/assistant/model', { ...place(), model: 'scripted', ...over })
const setup = async (client = ada) => (await client.send<AssistantSetupShape>('GET', '/api/assistant')).body

describe('the language model of a person', () => {
  it('is saved after its provider has answered, without its key in any reply, and used', async () => {
    expect(await setup()).toEqual({ own: null, server: null })
    const { status, body } = await save()
    expect(status).toBe(200)
    expect(body.own).toEqual({
      provider: 'compatible',
      baseUrl: model.url,
      model: 'scripted',
      lastFour: '-key',
      savedAt: expect.any(String),
    })
    const [row] = await server.database.system.select().from(languageModels)
    expect(Buffer.from(row?.sealed ?? '').toString('latin1')).not.toContain('a-secret-key')

    const { body: project } = await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Mine' })
    model.script('Say hello', { text: 'Hello.' })
    const asked = { runId: crypto.randomUUID(), request: 'Say hello', mode: 'plan' }
    const { body: run } = await ada.send<RunShape>('POST', `/api/projects/${project.id}/assistant`, asked)
    const state = async () => (await ada.send<RunShape>('GET', `/api/assistant/runs/${run.id}`)).body.state
    await expect.poll(state, { timeout: 20_000 }).toBe('done')
    expect(model.askedAbout('Say hello')[0]?.key).toBe('Bearer a-secret-key')
  })

  it('keeps its key when only the model changes, and not for another address', async () => {
    await save()
    const { key: _, ...withoutKey } = place()
    const changed = await ada.send<AssistantSetupShape>('PUT', '/api/assistant/model', {
      ...withoutKey,
      model: 'other',
    })
    expect(changed.body.own).toMatchObject({ model: 'other', lastFour: '-key' })
    const elsewhere = { ...withoutKey, baseUrl: `${model.url}/`, model: 'other' }
    const moved = await ada.send<AssistantSetupShape>('PUT', '/api/assistant/model', elsewhere)
    expect(moved.body.own?.lastFour ?? null).toBeNull()
  })

  it('is refused with a wrong key at its field, which changes nothing', async () => {
    await save()
    const refused = await ada.send('PUT', '/api/assistant/model', { ...place({ key: 'wrong' }), model: 'scripted' })
    expect(refused).toMatchObject({ status: 400, body: { data: { issues: [{ path: ['key'] }] } } })
    expect((await setup()).own?.lastFour).toBe('-key')
  })

  it.each(['http://localhost:1/v1', 'https://10.0.0.1/v1', 'https://169.254.169.254/latest', 'http://example.com/v1'])(
    'is not looked for in an internal network, or without https: %s',
    async (baseUrl) => {
      const refused = await ada.send('POST', '/api/assistant/models', place({ baseUrl }))
      expect(refused).toMatchObject({ status: 400, body: { data: { issues: [{ path: ['baseUrl'] }] } } })
      expect(refused.body.message).toContain('ALLOWED_PROVIDER_HOSTS')
    },
  )

  it('of a vendor is at the address of the vendor, and needs a key', async () => {
    const moved = await ada.send('POST', '/api/assistant/models', {
      provider: 'anthropic',
      baseUrl: model.url,
      key: 'k',
    })
    expect([moved.status, moved.body.data?.issues?.[0]?.path]).toEqual([400, ['baseUrl']])
    const open = await ada.send('POST', '/api/assistant/models', { provider: 'openai' })
    expect([open.status, open.body.data?.issues?.[0]?.path]).toEqual([400, ['key']])
  })

  it('is tested by a call that costs nothing, and can be removed', async () => {
    await save()
    const asked = model.requests.length
    const tested = await ada.send<ConnectionCheckShape>('POST', '/api/assistant/test')
    expect(tested.body).toMatchObject({ state: 'answers', reason: null })
    expect(model.requests).toHaveLength(asked)
    const listed = await ada.send<{ items: object[] }>('POST', '/api/assistant/models', place())
    expect(listed.body.items).toEqual([{ id: 'scripted', name: 'scripted' }])
    expect((await ada.send<AssistantSetupShape>('DELETE', '/api/assistant/model')).body.own).toBeNull()
    expect((await ada.send('POST', '/api/assistant/test')).status).toBe(422)
  })

  it('is another user’s in no reply', async () => {
    await save()
    expect(await setup(await signUp(server))).toEqual({ own: null, server: null })
  })
})
