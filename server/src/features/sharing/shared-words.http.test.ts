import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import { sharedCardShape } from '#contract/sharing/shared-board.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { makeReviewLink, openReviewLink, type WantedLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let anna: ReferenceShape
let card: GenerationShape
const pictureId = () => anna.versions[0]?.imageIds[0] ?? ''
beforeAll(async () => {
  ada = await signUp(context.server)
  const fox = await ada.settled(await ada.generate({ prompt: 'a fox', count: 1 }))
  const imageIds = [fox.images[0]?.id]
  anna = (await ada.send<ReferenceShape>('POST', '/api/references', { name: 'anna', imageIds })).body
  const words = ['dawn', 'dusk', 'noon', 'midnight'].map((text) => ({ text }))
  await ada.send('POST', '/api/word-lists', { name: 'light', words })
  const asked = { prompt: '@anna at __light__', improvedFrom: 'anna, somewhen', seed: 7, count: 4 }
  card = await ada.settled(await ada.generate(asked))
})

const open = async (wanted: WantedLink = {}) =>
  openReviewLink(context.server, await makeReviewLink(ada, card.projectId, wanted))

describe('a card with drawn words and a reference, as a link shows it', () => {
  it('has the words of each image, and the names of references without their ids', async () => {
    const { cards } = await (await open()).board()
    expect(sharedCardShape.array().parse(cards)).toEqual(cards)
    expect(new Set(card.images.map(({ prompt }) => prompt)).size).toBeGreaterThan(1)
    expect(cards[0]?.images.map(({ prompt }) => prompt)).toEqual(card.images.map(({ prompt }) => prompt))
    expect(cards[0]?.recipe).toMatchObject({ prompt: card.prompt, references: ['anna'] })
    const text = JSON.stringify(cards)
    for (const hidden of ['__light__', 'somewhen', anna.versions[0]?.id, pictureId()])
      expect(text).not.toContain(hidden)
  })

  it('has none of them where prompts are hidden', async () => {
    const { cards } = await (await open({ showsPrompts: false })).board()
    expect(cards[0]?.images.map(({ prompt }) => prompt)).toEqual([null, null, null, null])
    expect(JSON.stringify(cards)).not.toMatch(/anna|dawn|dusk|noon|midnight/)
  })

  it('has the words of its first shown image', async () => {
    const starred = card.images.find(({ prompt }) => prompt !== card.prompt)
    await ada.send('PUT', `/api/images/${starred?.id}/feedback/star`)
    const { cards } = await (await open({ showsStarred: true })).board()
    expect(cards.map(({ recipe, images }) => [recipe?.prompt, images.map(({ prompt }) => prompt)])).toEqual([
      [starred?.prompt, [starred?.prompt]],
    ])
  })

  it('is copied with what is shown alone', async () => {
    const bob = await signUp(context.server)
    const copy = await (await open()).send<ProjectShape>('POST', '/fork', undefined, `; ${bob.cookie}`)
    const path = `/api/projects/${copy.body.id}/generations`
    const [copied] = (await bob.send<{ items: GenerationShape[] }>('GET', path)).body.items
    expect(copied).toMatchObject({ prompt: card.prompt, writtenPrompt: null, improvedFrom: null })
    expect(copied?.references).toEqual([{ name: 'anna', versionId: '00000000-0000-0000-0000-000000000000' }])
    expect(copied?.images.map(({ prompt }) => prompt)).toEqual(card.images.map(({ prompt }) => prompt))
    const file = await (await bob.raw('GET', `/api/images/${copied?.images[0]?.id}/file`)).arrayBuffer()
    expect(JSON.stringify(await readRecord(new Uint8Array(file)))).not.toMatch(/__light__|somewhen/)
  })
})
