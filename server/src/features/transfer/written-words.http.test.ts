import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { ReferenceUses } from '#contract/prompts/reference-use.ts'
import { exportOf } from '#server-testing/exported-project.ts'
import { importZip, zipOf } from '#server-testing/project-files.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let anna: ReferenceShape
let card: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  const fox = await ada.settled(await ada.generate({ prompt: 'a fox', count: 1 }))
  const imageIds = [fox.images[0]?.id]
  anna = (await ada.send<ReferenceShape>('POST', '/api/references', { name: 'anna', imageIds })).body
  await ada.send('POST', '/api/word-lists', { name: 'light', words: [{ text: 'dawn' }, { text: 'dusk' }] })
  const asked = { prompt: '@anna at __light__', improvedFrom: 'anna, somewhen', seed: 7, projectId: fox.projectId }
  card = await ada.settled(await ada.generate(asked))
})

const importInto = async (client: TestClient) => {
  const zip = await zipOf(await exportOf(ada, card.projectId))
  const { id } = (await importZip(context.server, client, zip)).body
  const path = `/api/projects/${id}/generations`
  const { items } = (await client.send<{ items: GenerationShape[] }>('GET', path)).body
  return items.find(({ prompt }) => prompt === card.prompt)
}
const wordsOf = (of: GenerationShape | undefined) => ({
  prompt: of?.prompt,
  writtenPrompt: of?.writtenPrompt,
  improvedFrom: of?.improvedFrom,
  references: of?.references,
  drawn: of?.images.map(({ prompt }) => prompt),
})
const usesOf = async (client: TestClient) =>
  (await client.send<ReferenceUses>('GET', `/api/references/${anna.id}/uses`)).body.items

describe('an imported project', () => {
  it('has the words as they were written, and is a use of the reference in the same account', async () => {
    const imported = await importInto(ada)
    expect(wordsOf(imported)).toEqual(wordsOf(card))
    expect((await usesOf(ada)).map(({ generationId }) => generationId).toSorted()).toEqual(
      [card.id, imported?.id].toSorted(),
    )
  })

  it("has them in another account too, and is no use of that account's reference", async () => {
    const bob = await signUp(context.server)
    const before = await usesOf(ada)
    expect(wordsOf(await importInto(bob))).toEqual(wordsOf(card))
    expect(await usesOf(ada)).toEqual(before)
  })
})
