import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { EventData } from '#contract/events.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import type { CommentShape, ReviewShape } from '#contract/sharing/shared-board.ts'
import { growFoxTree } from '#server-testing/fox-tree.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink, type WantedLink } from '#server-testing/review-link.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const execute = (query: ReturnType<typeof sql>) => context.server.database.system.execute(query)

let ada: TestClient
let root: GenerationShape
let branch: GenerationShape
let leaf: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  ;({ root, branch, leaf } = await growFoxTree(ada))
})

const makeLink = (wanted: WantedLink = {}, projectId = root.projectId) => makeReviewLink(ada, projectId, wanted)
const openLink = (link: MadeShareShape) => openReviewLink(context.server, link)

describe('reviewers', () => {
  it('give a name, then comment on a spot and vote, and the owner gets an event at once', async () => {
    const visitor = await openLink(await makeLink({ generationId: leaf.id }))
    const words = { imageId: imageOf(leaf), x: 0.25, y: 0.75, text: 'The ear is odd.' }
    expect((await visitor.send('POST', '/comments', words)).status).toBe(422)
    expect((await visitor.send('PUT', `/likes/${imageOf(leaf)}`)).status).toBe(422)
    await visitor.send('PUT', '/name', { name: '  Vera ' })
    const events = async () => {
      const { rows } = await execute(
        sql`select data from events where name = 'review-changed' and user_id = ${ada.userId}`,
      )
      return rows.map(({ data }) => data as EventData<'review-changed'>)
    }
    const before = (await events()).length
    const comment = await visitor.send<{ id: string }>('POST', '/comments', words)
    expect([comment.status, comment.body]).toMatchObject([201, { ...words, author: 'Vera', isResolved: false }])
    const like = () => visitor.send<{ likes: number }>('PUT', `/likes/${imageOf(leaf)}`)
    expect([(await like()).body, (await like()).body]).toEqual([{ likes: 1 }, { likes: 1 }])
    expect((await events()).slice(before).map(({ projectId }) => projectId)).toEqual(Array(2).fill(root.projectId))

    expect((await visitor.board()).visitorName).toBe('Vera')
    expect((await visitor.feedback()).feedback).toEqual({
      comments: [comment.body],
      likes: [{ imageId: imageOf(leaf), likes: 1, isLikedByYou: true }],
    })

    const review = (await ada.send<ReviewShape>('GET', `/api/projects/${root.projectId}/review`)).body
    expect(review.comments.find(({ id }) => id === comment.body.id)).toMatchObject({
      author: 'Vera',
      generationId: leaf.id,
    })
    expect(review.likes).toEqual([{ imageId: imageOf(leaf), generationId: leaf.id, names: ['Vera'] }])

    await ada.send('PATCH', `/api/comments/${comment.body.id}`, { isResolved: true })
    expect((await visitor.feedback()).feedback?.comments[0]?.isResolved).toBe(true)
    await ada.send('DELETE', `/api/comments/${comment.body.id}`)
    await visitor.send('DELETE', `/likes/${imageOf(leaf)}`)
    expect((await visitor.feedback()).feedback).toEqual({ comments: [], likes: [] })
  })

  it('keep their identity when they open the link again, and get another one in another browser', async () => {
    const link = await makeLink()
    const first = await openLink(link)
    await first.send('PUT', '/name', { name: 'Vera' })
    const again = await sendOpen(context.server, 'POST', '/api/shared/visits', {
      body: { token: link.address.split('#')[1] },
      headers: { cookie: first.cookie },
    })
    expect(again.headers.has('set-cookie')).toBe(false)
    expect((await first.board()).visitorName).toBe('Vera')
    expect((await (await openLink(link)).board()).visitorName).toBeNull()
  })

  it.each([
    { x: 1.01, y: 0, text: 'outside' },
    { x: 0, y: 0, text: '   ' },
    { x: 0, y: 0, text: 'long'.repeat(501) },
  ])('are refused an invalid comment: %j', async (words) => {
    const visitor = await openLink(await makeLink())
    await visitor.send('PUT', '/name', { name: 'Vera' })
    expect((await visitor.send('POST', '/comments', { imageId: imageOf(root), ...words })).status).toBe(400)
  })

  it('get the comments of the others, and only when something is new', async () => {
    const link = await makeLink({ generationId: branch.id })
    const [vera, kay] = [await openLink(link), await openLink(link)]
    const before = await kay.feedback()
    expect(before.feedback).toEqual({ comments: [], likes: [] })
    expect(await kay.feedback(before.version)).toEqual({ version: before.version, feedback: null, board: before.board })

    await vera.send('PUT', '/name', { name: 'Vera' })
    const words = { imageId: imageOf(leaf), x: 0, y: 1, text: 'Darker.' }
    const { body: comment } = await vera.send<CommentShape>('POST', '/comments', words)
    await vera.send('PUT', `/likes/${imageOf(branch)}`)
    const after = await kay.feedback(before.version)
    expect(after.feedback).toEqual({
      comments: [comment],
      likes: [{ imageId: imageOf(branch), likes: 1, isLikedByYou: false }],
    })
    expect((await kay.feedback(after.version)).feedback).toBeNull()

    await vera.send('PUT', '/name', { name: 'Vera B.' })
    expect((await kay.feedback(after.version)).feedback?.comments[0]?.author).toBe('Vera B.')
  })

  it('are not renamed on a revoked link by a link of another owner', async () => {
    const link = await makeLink()
    const visitor = await openLink(link)
    await visitor.send('PUT', '/name', { name: 'Vera' })
    const said = await visitor.send<CommentShape>('POST', '/comments', { imageId: imageOf(root), text: 'Nice.' })
    await ada.send('DELETE', `/api/shares/${link.id}`)
    const eve = await signUp(context.server)
    const { projectId } = await eve.generate({ prompt: 'a project of her own' })
    const own = await makeReviewLink(eve, projectId)
    const value = `${own.address.split('#')[1]}.${visitor.cookie.split('.')[1]}`
    const renamed = await sendOpen(context.server, 'PUT', `/api/shared/${own.id}/name`, {
      body: { name: 'Ada, your boss' },
      headers: { cookie: `espalier-visit-${own.id}=${value}` },
    })
    expect(renamed.status).toBe(404)
    const { comments } = (await ada.send<ReviewShape>('GET', `/api/projects/${root.projectId}/review`)).body
    expect(comments.find(({ id }) => id === said.body.id)?.author).toBe('Vera')
  })

  it('see nothing of another link, or of an image that is not shown any more', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'shown for a while', projectId: root.projectId }))
    const visitor = await openLink(await makeLink())
    const other = await openLink(await makeLink())
    await visitor.send('PUT', '/name', { name: 'Vera' })
    await visitor.send('POST', '/comments', { imageId: imageOf(card), x: 0, y: 0, text: 'Nice.' })
    await visitor.send('PUT', `/likes/${imageOf(card)}`)
    expect((await other.feedback()).feedback).toEqual({ comments: [], likes: [] })
    await ada.send('DELETE', `/api/generations/${card.id}`)
    expect((await visitor.feedback()).feedback).toEqual({ comments: [], likes: [] })
  })

  it('may write while many pages poll for changes', async () => {
    const slow = context.server.another({ PERSON_LIMITS: 'requests-per-second=20' })
    const { id, cookie } = await openLink(await makeLink())
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await sendOpen(slow, method, `/api/shared/${id}${path}`, { ...(body ? { body } : {}), headers: { cookie } }))
        .status
    const asked = await Promise.all(Array.from({ length: 150 }, () => statusOf('GET', '/feedback')))
    expect(new Set(asked)).toEqual(new Set([200, 429]))
    expect(await statusOf('PUT', '/name', { name: 'Vera' })).toBe(200)
  })

  it('are rate-limited, each address for itself', async () => {
    const slow = context.server.another({ PERSON_LIMITS: 'requests-per-second=20' })
    const statuses = await Promise.all(
      Array.from(
        { length: 80 },
        async () => (await sendOpen(slow, 'POST', '/api/shared/visits', { body: { token: 'x' } })).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })
})
