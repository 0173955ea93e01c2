import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { ProjectFile } from '#contract/board/project-file.ts'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { DescriptionShape } from '#contract/cards/description.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { exportOf, projectFileOf } from '#server-testing/exported-project.ts'
import { cardRecord, fileId, filesOf, imageRecord, importZip, zipOf } from '#server-testing/project-files.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
/** Imports what ada has exported. */
let bob: TestClient
let fox: GenerationShape
let files: ReadonlyMap<string, Buffer>
const byModel = { text: 'Ein Fuchs im Ginster.', language: 'de', languageModel: 'm (Anthropic)' }
const byUser = { text: 'Mist.', language: null, languageModel: null }
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  fox = await ada.settled(await ada.generate({ prompt: 'a fox', count: 3 }))
  for (const [index, body] of [byModel, byUser].entries())
    await ada.send('PUT', `/api/images/${fox.images[index]?.id}/description`, body)
  files = await exportOf(ada, fox.projectId)
})

const cardOf = async (client: TestClient, projectId: string) => {
  const path = `/api/projects/${projectId}/generations`
  return (await client.send<{ items: GenerationShape[] }>('GET', path)).body.items[0]
}
const descriptionsOf = (client: TestClient, card: GenerationShape | undefined) =>
  Promise.all(
    (card?.images ?? []).map(
      async ({ id }) => (await client.send<DescriptionShape | null>('GET', `/api/images/${id}/description`)).body,
    ),
  )
const projectsOf = async (client: TestClient) =>
  (await client.send<{ items: ProjectShape[] }>('GET', '/api/projects')).body.items
const find = async (client: TestClient, q: string) =>
  (await client.send<{ items: AssetShape[] }>('GET', `/api/assets?q=${q}`)).body.items.map(({ id }) => id)

/** Imports the exported project for another user, with changes of its file. */
async function imported(change: (file: ProjectFile) => void) {
  const file = projectFileOf(files)
  change(file)
  const zip = await zipOf(new Map(files).set('project.json', Buffer.from(JSON.stringify(file))))
  const { status, body } = await importZip(context.server, bob, zip)
  return { status, message: body.message, card: status === 201 ? await cardOf(bob, body.id) : undefined }
}
const firstImage = ({ cards }: ProjectFile) => cards[0]?.images[0] ?? {}

describe('an exported project', () => {
  it('has the descriptions of its images', () => {
    const { cards, version } = projectFileOf(files)
    expect(version).toBe(5)
    expect(cards[0]?.images.map(({ description }) => description)).toEqual([byModel, byUser, undefined])
  })
})

describe('an imported project', () => {
  it('has the descriptions of its images, which search finds', async () => {
    const { card } = await imported(() => undefined)
    expect(await descriptionsOf(bob, card)).toMatchObject([byModel, byUser, null])
    expect(await find(bob, 'ginster')).toEqual([card?.images[0]?.id])
    expect(await find(bob, 'fox mist')).toEqual([card?.images[1]?.id])
    expect(await find(ada, 'ginster')).toEqual([fox.images[0]?.id])
  })

  it('has none where an older version wrote its file', async () => {
    const { status, card } = await imported((file) => {
      Object.assign(file, { version: 4 })
      for (const image of file.cards.flatMap(({ images }) => images)) delete image.description
    })
    expect(status).toBe(201)
    expect(await descriptionsOf(bob, card)).toEqual([null, null, null])
  })

  it('is indexed with all of its descriptions, however long', async () => {
    const words = ['wacholder', 'ginster']
    const cards = words.map((word, place) => {
      const images = Array.from({ length: 16 }, (_, orderNum) => {
        const description = { ...byModel, text: `${'snow '.repeat(798)}${word}`, language: null }
        const id = fileId(10 * place + 1).replace(/..$/, String(10 + orderNum))
        return imageRecord(id, { orderNum, status: 'cancelled', description })
      })
      return cardRecord(fileId(10 * place), { images })
    })
    const { status, body } = await importZip(context.server, bob, await zipOf(await filesOf(cards)))
    expect(status).toBe(201)
    const { rows } = await context.server.database.system.execute<{ described: string }>(
      sql`select described from prompt_search join generations on id = generation_id where project_id = ${body.id} order by 1`,
    )
    expect(rows.map(({ described }) => words.filter((word) => described.includes(word)))).toEqual([
      ['ginster'],
      ['wacholder'],
    ])
  })

  it.each<[string, object]>([
    ['4,001 characters', { text: 'x'.repeat(4_001) }],
    ['no words', { text: ' ' }],
    ['half a character', { text: '\ud800' }],
    ['a language that is none', { language: 'a language' }],
    ['a language model of 201 characters', { languageModel: 'x'.repeat(201) }],
    ['an unknown field', { userId: 'ada' }],
  ])('is refused where a description has %s', async (_case, over) => {
    const before = await projectsOf(bob)
    const { status, message } = await imported((file) =>
      Object.assign(firstImage(file), { description: { ...byModel, ...over } }),
    )
    expect([status, message]).toEqual([400, expect.stringContaining('project.json is wrong')])
    expect(await projectsOf(bob)).toEqual(before)
  })
})

describe('a copy of a review link', () => {
  it('has no descriptions', async () => {
    const eve = await signUp(context.server)
    const link = await openReviewLink(context.server, await makeReviewLink(ada, fox.projectId, {}))
    const copy = await link.send<ProjectShape>('POST', '/fork', undefined, `; ${eve.cookie}`)
    expect(await descriptionsOf(eve, await cardOf(eve, copy.body.id))).toEqual([null, null, null])
    expect(await find(eve, 'ginster')).toEqual([])
  })
})
