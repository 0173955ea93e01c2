import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape } from '#contract/cards/series.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { bringPictures } from '#server-testing/brought-in.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { blue } from '#server-testing/picture-bytes.ts'
import { makeReviewLink, openReviewLink, type WantedLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const makeLink = (wanted: WantedLink, projectId: string) => makeReviewLink(ada, projectId, wanted)
const openLink = (link: MadeShareShape) => openReviewLink(context.server, link)

describe('a shared board, while its owner continues', () => {
  let trunk: GenerationShape
  const onTrunk = (generationId?: string) =>
    makeLink({ ...(generationId === undefined ? {} : { generationId }) }, trunk.projectId)
  const grow = async (prompt: string) =>
    ada.settled(await ada.generate({ prompt, projectId: trunk.projectId, parentImageId: imageOf(trunk) }))
  beforeAll(async () => {
    trunk = await ada.settled(await ada.generate({ prompt: 'an oak' }))
  })

  it('reports new cards, changed cards and those that are gone, and nothing where nothing has changed', async () => {
    const visitor = await openLink(await onTrunk())
    const first = await visitor.board()
    expect(await visitor.isChanged(first.version)).toBe(false)
    expect(await visitor.changes(first.version)).toMatchObject({ cards: [], gone: [], isTooMuch: false })

    const twig = await grow('a twig')
    expect(await visitor.isChanged(first.version)).toBe(true)
    const grown = await visitor.changes(first.version)
    expect(grown.gone).toEqual([])
    expect(grown.cards.map(({ id, images }) => [id, images.length])).toEqual([[twig.id, 4]])
    expect(grown.cards).toEqual((await visitor.board()).cards.slice(1))
    expect(await visitor.isChanged(grown.version)).toBe(false)

    await ada.send('PATCH', `/api/generations/${twig.id}`, { canvasX: 77, canvasY: 88 })
    const moved = await visitor.changes(grown.version)
    expect(moved.cards.map(({ id, canvasX, canvasY }) => [id, canvasX, canvasY])).toEqual([[twig.id, 77, 88]])

    await ada.send('DELETE', `/api/generations/${twig.id}`)
    expect(await visitor.changes(moved.version)).toMatchObject({ cards: [], gone: [twig.id] })
    await ada.send('POST', `/api/generations/${twig.id}/restore`)
    const restored = await visitor.changes(moved.version)
    expect([restored.cards.map(({ id }) => id), restored.gone]).toEqual([[twig.id], []])

    await ada.send('PATCH', `/api/projects/${trunk.projectId}`, { title: 'Trees' })
    expect((await visitor.changes(restored.version)).title).toBe('Trees')
  })

  it('reports no change that it does not show: feedback, collapsed cards, hidden prompts, other projects', async () => {
    const visitor = await openLink(await onTrunk())
    const { version } = await visitor.board()
    await ada.send('PUT', `/api/images/${imageOf(trunk)}/feedback/like`)
    await ada.send('PATCH', `/api/generations/${trunk.id}`, { isCollapsed: true })
    await visitor.send('PUT', '/name', { name: 'Vera' })
    await visitor.send('PUT', `/likes/${imageOf(trunk)}`)
    await ada.settled(await ada.generate({ prompt: 'elsewhere' }))
    expect(await visitor.isChanged(version)).toBe(false)
  })

  it('reports changes of a branch alone to its link: not even an id of anything else', async () => {
    const [shown, hidden] = [await grow('a shown twig'), await grow('a hidden twig')]
    const visitor = await openLink(await onTrunk(shown.id))
    const { version } = await visitor.board()
    const below = await ada.settled(
      await ada.generate({ prompt: 'a leaf', projectId: trunk.projectId, parentImageId: imageOf(shown) }),
    )
    await ada.send('PATCH', `/api/generations/${hidden.id}`, { canvasX: 1, canvasY: 2 })
    const beside = await grow('a third twig')
    await ada.send('DELETE', `/api/generations/${hidden.id}`)
    const changes = await visitor.changes(version)
    expect(changes.cards.map(({ id }) => id)).toEqual([below.id])
    expect(changes.gone).toEqual([])
    expect(JSON.stringify(changes)).not.toMatch(new RegExp([hidden.id, beside.id, trunk.id].join('|')))

    await ada.send('DELETE', `/api/generations/${below.id}`)
    expect((await visitor.changes(changes.version)).gone).toEqual([below.id])
  })

  it('reports the description of a brought-in card, and nothing of it where the link shows no prompts', async () => {
    const { body } = await bringPictures(context.server, ada, {
      projectId: trunk.projectId,
      files: [['wall.jpg', await blue.png().toBuffer()]],
    })
    const generationId = body.generations[0]?.id ?? ''
    const links = [
      await onTrunk(),
      await onTrunk(generationId),
      await makeLink({ showsPrompts: false }, trunk.projectId),
    ]
    const visitors = await Promise.all(links.map(openLink))
    const versions = await Promise.all(visitors.map(async (visitor) => (await visitor.board()).version))
    await ada.send('POST', `/api/projects/${trunk.projectId}/changes`, {
      changes: [{ id: crypto.randomUUID(), kind: 'describe', generationId, prompt: 'A scanned wall' }],
    })
    const changes = await Promise.all(visitors.map((visitor, index) => visitor.changes(versions[index] ?? '')))
    expect(changes.map(({ cards }) => cards.map(({ recipe }) => recipe?.prompt))).toEqual([
      ['A scanned wall'],
      ['A scanned wall'],
      [],
    ])
    expect(await Promise.all(visitors.map((visitor, index) => visitor.isChanged(versions[index] ?? '')))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('reports no prompts where the link shows none', async () => {
    const visitor = await openLink(await makeLink({ showsPrompts: false }, trunk.projectId))
    const { version } = await visitor.board()
    await grow('a secret twig')
    const changes = await visitor.changes(version)
    expect(changes.cards).toHaveLength(1)
    expect([changes.title, changes.cards[0]?.recipe]).toEqual([null, null])
    expect(JSON.stringify(changes)).not.toMatch(/twig|Sketch|Trees/)
  })

  it('is read again as a whole where a race has named its models', async () => {
    const step = { prompt: 'a race of oaks', model: 'Sketch', canvasX: 0, canvasY: 9_000 }
    const body = { kind: 'race', projectId: trunk.projectId, hidesNames: true, price: 0, steps: [step] }
    const race = (await ada.send<SeriesShape>('POST', '/api/series', body)).body
    const { items } = (
      await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${trunk.projectId}/generations`)
    ).body
    const [racer] = await Promise.all(
      items.filter(({ id }) => id === race.steps[0]?.generationId).map((card) => ada.settled(card)),
    )
    const visitor = await openLink(await onTrunk())
    const { version } = await visitor.board()
    await ada.send('PUT', `/api/series/${race.id}/winner`, { imageId: racer ? imageOf(racer) : '' })
    expect(await visitor.isChanged(version)).toBe(true)
    expect(await visitor.changes(version)).toMatchObject({ isTooMuch: true, cards: [] })
  })
})
