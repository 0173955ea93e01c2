import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import { appendEvents } from '#server/events/append-events.ts'
import { broadcast } from '#server/events/ephemeral-events.ts'
import { makeProgram } from '#server-testing/program.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

describe('GET /api/events', () => {
  it('sends a token nothing of what the assistant does, whose runs no token may read', async () => {
    const { system } = context.server.database
    const ada = await signUp(context.server)
    const { id: projectId } = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Garden' })).body
    const streams = [
      await openEvents(context.server, { cookie: ada.cookie }),
      await openEvents(context.server, (await makeProgram(context.server, ada, { scopes: ['read'] })).headers),
      await openEvents(context.server, (await makeProgram(context.server, ada, { projectId })).headers),
    ]
    const runId = randomUUID()
    const text = { projectId, runId, part: 0, offset: 0, text: 'Your campaign begins on Monday.' }
    await broadcast(system, ada.userId, { name: 'assistant-text', ...text })
    await system.transaction((tx) => appendEvents(tx, ada.userId, [{ name: 'assistant-changed', projectId, runId }]))
    await broadcast(system, ada.userId, {
      ...{ name: 'image-progress', projectId, generationId: randomUUID(), imageId: randomUUID() },
      ...{ fraction: 0.5, previewUrl: null },
    })
    await system.transaction((tx) => appendEvents(tx, ada.userId, [{ name: 'review-changed', projectId }]))
    const heard = streams.map(
      ({ events }) =>
        () =>
          events.map(({ name }) => name).toSorted(),
    )
    const shared = ['image-progress', 'review-changed']
    for (const [place, names] of heard.entries())
      await expect.poll(names).toEqual(place === 0 ? ['assistant-changed', 'assistant-text', ...shared] : shared)
    for (const stream of streams) stream.close()
  })
})
