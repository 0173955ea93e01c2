import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { type EventName, eventSchemas } from '#contract/events.ts'
import { openEvents, type ReceivedEvent } from '#server-testing/sse-client.ts'
import { clientOf, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const lastImageDone = (generation: { id: string }) => (event: ReceivedEvent) =>
  event.name === 'generation-changed' && event.data.generationId === generation.id && event.data.status === 'completed'

describe('the event stream', () => {
  it('reports a generation from its creation to its last image, with numbered events of the documented shapes', async () => {
    const stream = await openEvents(context.server, ada.cookie)
    const generation = await ada.generate({ prompt: 'sent live' })
    await stream.next(lastImageDone(generation))
    const ours = stream.events.filter((event) => event.data.generationId === generation.id)
    expect(ours[0]).toMatchObject({ name: 'generation-created', data: { prompt: 'sent live', status: 'queued' } })
    const imageStatuses = ours.filter((event) => event.name === 'image-changed').map((event) => event.data.status)
    expect(imageStatuses.toSorted()).toEqual([...Array(4).fill('completed'), ...Array(4).fill('running')])
    const numbers = stream.events.map((event) => event.id)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    for (const { name, id, data } of stream.events) {
      expect(data.seq).toBe(id)
      expect(eventSchemas[name as EventName].safeParse(data).error).toBeUndefined()
    }
    stream.close()
  })

  it('continues from a list without a gap', async () => {
    const generation = await ada.generate({ prompt: 'list first' })
    const { body } = await ada.send<{ items: GenerationShape[]; seq: number }>(
      'GET',
      `/api/projects/${generation.projectId}/generations`,
    )
    await ada.settled(generation)
    const stream = await openEvents(context.server, ada.cookie, { after: body.seq })
    await stream.next(lastImageDone(generation))
    const completed = new Set(
      body.items[0]!.images.filter((image) => image.status === 'completed').map((image) => image.id),
    )
    for (const event of stream.events) if (event.data.status === 'completed') completed.add(String(event.data.imageId))
    completed.delete('undefined')
    expect(completed.size).toBe(4)
    expect(stream.events.every((event) => event.id > body.seq)).toBe(true)
    stream.close()
  })

  it('sends a browser that was away what it missed, once', async () => {
    const before = await openEvents(context.server, ada.cookie)
    const first = await ada.generate({ prompt: 'seen' })
    const last = await before.next(lastImageDone(first))
    before.close()
    const missed = await ada.settled(await ada.generate({ prompt: 'missed' }))
    const after = await openEvents(context.server, ada.cookie, { lastEventId: last.id })
    await after.next(lastImageDone(missed))
    expect(after.events.some((event) => event.data.generationId === first.id)).toBe(false)
    expect(after.events.filter((event) => event.name === 'generation-created')).toHaveLength(1)
    after.close()
  })

  it('sends reset for a number that is no longer kept, or never existed', async () => {
    const { rows } = await context.server.database.system.execute<{ seq: string }>(
      sql`select min(seq) as seq from events`,
    )
    await context.server.database.system.execute(sql`delete from events where seq = ${Number(rows[0]!.seq)}`)
    for (const lastEventId of [Number(rows[0]!.seq), 999_999_999]) {
      const stream = await openEvents(context.server, ada.cookie, { lastEventId })
      const reset = await stream.next((event) => event.name === 'reset')
      expect(reset.id).toBe(reset.data.seq)
      const generation = await ada.generate({ prompt: 'after the reset' })
      await stream.next(lastImageDone(generation))
      stream.close()
    }
  })

  it('sends nothing to other users', async () => {
    const bob = await signUp(context.server)
    const stream = await openEvents(context.server, bob.cookie, { after: 0 })
    await ada.settled(await ada.generate({ prompt: 'private' }))
    await wait(100)
    expect(stream.events).toEqual([])
    stream.close()
  })

  it('reaches a browser on another server process', async () => {
    const other = context.server.another({ ROLES: 'web' })
    const stream = await openEvents(other, ada.cookie)
    const generation = await ada.generate({ prompt: 'across processes' })
    await stream.next(lastImageDone(generation))
    const there = clientOf(other, ada.userId, ada.cookie)
    expect((await there.settled(generation)).status).toBe('completed')
    stream.close()
  })

  it.each(['abc', '-1', '1.5'])('refuses to continue after %s', async (lastEventId) => {
    expect((await openEvents(context.server, ada.cookie, { lastEventId })).status).toBe(400)
  })

  it('requires a session', async () => {
    expect((await openEvents(context.server, '')).status).toBe(401)
  })

  it("keeps the order of each user's events under concurrent changes", async () => {
    const stream = await openEvents(context.server, ada.cookie)
    const all = await Promise.all(Array.from({ length: 10 }, (_, index) => ada.generate({ prompt: `many ${index}` })))
    await Promise.all(all.map((generation) => stream.next(lastImageDone(generation))))
    const numbers = stream.events.map((event) => event.id)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    for (const generation of all) {
      const done = stream.events.filter((event) => event.data.generationId === generation.id && event.data.imageUrl)
      expect(done).toHaveLength(4)
    }
    stream.close()
  })
})
