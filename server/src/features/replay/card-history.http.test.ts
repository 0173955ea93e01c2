import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HistoryShape } from '#contract/board/history.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { createReplay } from '#domain/history/replay.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ providers: [createInstantProvider()] })
let ada: TestClient
let card: GenerationShape
beforeEach(async () => {
  ada = await signUp(context.server)
  card = await ada.settled(await ada.generate({ prompt: 'a lake' }))
})

const history = async () => (await ada.send<HistoryShape>('GET', `/api/projects/${card.projectId}/history`)).body
const kinds = async () => (await history()).items.map(([, kind]) => kind)
const change = (body: object) => ada.send('PATCH', `/api/generations/${card.id}`, body)

describe('the card history of a project', () => {
  it('has an entry for each card that was created, moved, collapsed, deleted and restored', async () => {
    await change({ canvasX: 500, canvasY: 600 })
    await change({ isCollapsed: true })
    await change({ isCollapsed: false })
    await ada.send('DELETE', `/api/generations/${card.id}`)
    await ada.send('POST', `/api/generations/${card.id}/restore`)
    expect(await kinds()).toEqual(['made', 'moved', 'folded', 'unfolded', 'deleted', 'restored'])
    const { items } = await history()
    expect(items[0]?.slice(2)).toEqual([card.id, card.canvasX, card.canvasY])
    expect(items[1]?.slice(2)).toEqual([card.id, 500, 600])
  })

  it('has no entry where nothing has changed', async () => {
    await change({ canvasX: card.canvasX, canvasY: card.canvasY })
    expect(await kinds()).toEqual(['made'])
  })

  it('ends in the current board when it is replayed', async () => {
    const other = await ada.settled(await ada.generate({ prompt: 'a pond', projectId: card.projectId }))
    await change({ canvasX: -300, canvasY: 20, isCollapsed: true })
    await ada.send('DELETE', `/api/generations/${other.id}`)
    const { items } = await history()
    const replay = createReplay(items.map(([at, kind, cardId, x, y]) => ({ at, kind, cardId, x, y })))
    expect(replay.card(card.id)).toEqual({ x: -300, y: 20, isCollapsed: true, isThere: true })
    expect(replay.card(other.id)?.isThere).toBe(false)
  })

  it('replays every past board and ends in the current one, whatever was done to the cards', async () => {
    const { projectId } = card
    const other = await ada.settled(await ada.generate({ prompt: 'a pond', projectId }))
    const child = await ada.settled(await ada.generate({ prompt: 'at night', projectId, parentGenerationId: card.id }))
    const ids = [card.id, other.id, child.id]
    const board = async () => {
      const { items } = (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`))
        .body
      return new Map(items.map(({ id, canvasX: x, canvasY: y, isCollapsed }) => [id, { x, y, isCollapsed }]))
    }
    const act = fc.record({
      id: fc.constantFrom(...ids),
      what: fc.oneof(
        fc.record({ canvasX: fc.integer({ min: -900, max: 900 }), canvasY: fc.integer({ min: -900, max: 900 }) }),
        fc.record({ isCollapsed: fc.boolean() }),
        fc.record({ canvasX: fc.integer({ min: -900, max: 900 }), isCollapsed: fc.boolean() }),
        fc.constant('delete' as const),
        fc.constant('restore' as const),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        const seen = [{ count: (await history()).items.length, cards: await board() }]
        for (const { id, what } of acts) {
          if (what === 'delete') await ada.send('DELETE', `/api/generations/${id}`)
          else if (what === 'restore') await ada.send('POST', `/api/generations/${id}/restore`)
          else await ada.send('PATCH', `/api/generations/${id}`, what)
          seen.push({ count: (await history()).items.length, cards: await board() })
        }
        const { items } = await history()
        const replay = createReplay(items.map(([at, kind, cardId, x, y]) => ({ at, kind, cardId, x, y })))
        for (const { count, cards } of seen.toReversed()) {
          replay.goTo(count)
          const shown = ids.flatMap((id) => {
            const { isThere = false, ...rest } = replay.card(id) ?? {}
            return isThere ? [[id, rest] as const] : []
          })
          expect(new Map(shown)).toEqual(cards)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('contains the cards in the trash, to be shown in past boards', async () => {
    await ada.send('DELETE', `/api/generations/${card.id}`)
    const { deleted } = await history()
    expect(deleted.map(({ id, prompt, images }) => [id, prompt, images.length])).toEqual([[card.id, 'a lake', 4]])
  })

  it("is visible to the project's owner alone", async () => {
    const bob = await signUp(context.server)
    expect((await bob.send('GET', `/api/projects/${card.projectId}/history`)).status).toBe(404)
  })
})
