import { beforeAll, describe, expect, it } from 'vitest'
import type { EventData } from '#contract/events.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { makeProgram } from '#server-testing/program.ts'
import { openEvents, type SseClient } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf } from '#server-testing/upload-form.ts'

const context = withTestServer()
let ada: TestClient
let imageId: string
beforeAll(async () => {
  ada = await signUp(context.server)
  imageId = (await ada.settled(await ada.generate({ prompt: 'a fox', count: 1 }))).images[0]?.id ?? ''
})

const kinds = ({ events }: SseClient) =>
  events.flatMap(({ name, data }) => (name === 'words-changed' ? [(data as EventData<'words-changed'>).kind] : []))
const importText = async (path: string, text: string) =>
  context.server.app.request(path, {
    method: 'POST',
    body: await formBlob(formOf(Buffer.from(text))),
    headers: { host: 'localhost', origin: testOrigin, cookie: ada.cookie },
  })
const words = [{ text: 'dawn' }]
type Made = { readonly id: string }

describe('words-changed', () => {
  it('reaches another stream of the user once for each change, and no other user', async () => {
    const [tab, program, others] = [
      await openEvents(context.server, ada.cookie),
      await openEvents(context.server, (await makeProgram(context.server, ada, { scopes: ['read'] })).headers),
      await openEvents(context.server, (await signUp(context.server)).cookie),
    ] as const
    const prompt = (await ada.send<Made>('POST', '/api/saved-prompts', { name: 'Fog', text: 'a fox' })).body
    await ada.send('PATCH', `/api/saved-prompts/${prompt.id}`, { text: 'an owl' })
    await ada.send('POST', `/api/saved-prompts/${prompt.id}/use`)
    await ada.send('DELETE', `/api/saved-prompts/${prompt.id}`)
    await importText('/api/saved-prompts/import', 'a heron\nan owl')
    const list = (await ada.send<Made>('POST', '/api/word-lists', { name: 'light', words })).body
    await ada.send('PUT', `/api/word-lists/${list.id}`, { name: 'dark', words })
    await ada.send('DELETE', `/api/word-lists/${list.id}`)
    await importText('/api/word-lists/import?name=birds', 'heron\nowl')
    const anna = (await ada.send<Made>('POST', '/api/references', { name: 'anna', imageIds: [imageId] })).body
    await ada.send('PATCH', `/api/references/${anna.id}`, { kind: 'look' })
    await ada.send('DELETE', `/api/references/${anna.id}`)
    const all = [
      ...Array(5).fill('saved-prompts'),
      ...Array(4).fill('word-lists'),
      ...['references', 'references', 'references'],
    ]
    await expect.poll(() => [kinds(tab), kinds(program)]).toEqual([all, all])
    expect(kinds(others)).toEqual([])
    for (const stream of [tab, program, others]) stream.close()
  })

  it('is not sent where nothing has changed', async () => {
    const tab = await openEvents(context.server, ada.cookie)
    const id = '019b0000-0000-7000-8000-000000000001'
    const saved = { id, name: 'Rain', text: 'a fox' }
    for (let time = 0; time < 2; time++) await ada.send('POST', '/api/saved-prompts', saved)
    expect((await ada.send('POST', '/api/saved-prompts', { ...saved, id: undefined })).status).toBe(409)
    expect((await ada.send('DELETE', `/api/word-lists/${id}`)).status).toBe(404)
    await ada.send('POST', '/api/word-lists', { name: 'last', words })
    await expect.poll(() => kinds(tab)).toEqual(['saved-prompts', 'word-lists'])
    tab.close()
  })
})
