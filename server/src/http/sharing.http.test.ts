import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ActivityShape } from '#contract/activity.ts'
import type { EventData } from '#contract/events.ts'
import type { GenerationShape } from '#contract/generation.ts'
import type { ProjectShape } from '#contract/project.ts'
import type { SeriesShape } from '#contract/series.ts'
import type { MadeShareShape, ShareShape } from '#contract/share.ts'
import {
  type CommentShape,
  type ReviewShape,
  type SharedBoardHeader,
  type SharedCardShape,
  type SharedChangesShape,
  type SharedWordsShape,
  sharedBoardHeader,
  sharedCardShape,
} from '#contract/shared-board.ts'
import { purge } from '../features/trash/start-purging.ts'
import { visitLink } from '../testing/owned-things.ts'
import { sendOpen, signUp, type TestClient } from '../testing/test-client.ts'
import { withTestServer } from '../testing/test-server.ts'

const context = withTestServer()
const execute = (query: ReturnType<typeof sql>) => context.server.database.db.execute(query)

let ada: TestClient
let root: GenerationShape
let branch: GenerationShape
let leaf: GenerationShape
let other: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  root = await ada.settled(await ada.generate({ prompt: 'a secret fox' }))
  const { projectId } = root
  const under = async (prompt: string, parent: GenerationShape) =>
    ada.settled(
      await ada.generate({ prompt, projectId, parentImageId: parent.images[1]?.id ?? '', branchKind: 'remix' }),
    )
  branch = await under('the fox at night', root)
  leaf = await under('the fox at dawn', branch)
  other = await under('an owl', root)
})

type Wanted = { generationId?: string; expiry?: string; showsPrompts?: boolean }
async function makeLink(wanted: Wanted = {}, projectId = root.projectId): Promise<MadeShareShape> {
  const body = { expiry: 'never', showsPrompts: true, ...wanted }
  const made = await ada.send<MadeShareShape>('POST', `/api/projects/${projectId}/shares`, body)
  expect(made.status).toBe(201)
  return made.body
}

/** A browser of somebody who has opened a link. */
async function openLink(link: Pick<MadeShareShape, 'address'>) {
  const { id, cookie } = await visitLink(context.server, link.address)
  const send = <Body>(method: string, path: string, body?: unknown, others = '') =>
    sendOpen<Body>(context.server, method, `/api/shared/${id}${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: { cookie: cookie + others },
    })
  const board = async () => {
    const reply = await context.server.app.request(`/api/shared/${id}/board`, { headers: { cookie } })
    const [header, ...lists] = (await reply.text())
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    return { ...(header as SharedBoardHeader), cards: lists.flat() as SharedCardShape[] }
  }
  const words = async (known = '') =>
    (await send<SharedWordsShape>('GET', `/words${known === '' ? '' : `?known=${known}`}`)).body
  const isChanged = async (version: string) =>
    (await send<SharedWordsShape>('GET', `/words?board=${version}`)).body.board.isChanged
  const changes = async (version: string) => (await send<SharedChangesShape>('GET', `/changes?after=${version}`)).body
  return { id, cookie, send, board, words, isChanged, changes }
}
const imageOf = (card: GenerationShape, place = 0) => card.images[place]?.id ?? ''

describe('a link to a project', () => {
  it('shows its cards, its pictures and the first name of the owner, and nothing else', async () => {
    const visitor = await openLink(await makeLink())
    const board = await visitor.board()
    const { cards, ...header } = board
    expect(sharedBoardHeader.parse(header)).toEqual(header)
    expect(sharedCardShape.array().parse(cards)).toEqual(cards)
    expect(board.count).toBe(cards.length)
    expect(board.cards.map(({ id }) => id)).toEqual([root, branch, leaf, other].map(({ id }) => id))
    expect(board).toMatchObject({ ownerName: 'Ada', scope: 'project', visitorName: null, showsPrompts: true })
    expect(board.cards[1]).toMatchObject({
      recipe: { prompt: 'the fox at night', model: 'Sketch', aspectRatio: '1:1' },
      parentGenerationId: root.id,
      parentImageId: imageOf(root, 1),
    })
    expect(JSON.stringify(board)).not.toMatch(/email|storage|price|@example|\/api\//)
    expect(JSON.stringify(board)).not.toContain(ada.userId)
    expect(JSON.stringify(board)).not.toContain(root.projectId)
  })

  it('hides every word of the prompts, and all settings, where its owner wants that', async () => {
    const visitor = await openLink(await makeLink({ showsPrompts: false }))
    const board = await visitor.board()
    expect(board.cards.map(({ recipe }) => recipe)).toEqual([null, null, null, null])
    expect(board.title).toBeNull()
    expect(JSON.stringify(board)).not.toMatch(/fox|owl|Sketch|sketch|seed|remix|1:1/)
  })

  it('gives pictures for a screen at most, without what the original says of itself', async () => {
    const visitor = await openLink(await makeLink({ showsPrompts: false }))
    for (const size of [64, 512, 1_536]) {
      const path = `/api/shared/${visitor.id}/images/${imageOf(root)}/file?size=${size}`
      const reply = await context.server.app.request(path, { headers: { cookie: visitor.cookie } })
      const bytes = Buffer.from(await reply.arrayBuffer())
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      const { format, width = 0, xmp, exif } = await sharp(bytes).metadata()
      expect([format, xmp, exif, width <= size]).toEqual(['webp', undefined, undefined, true])
      expect(bytes.includes('fox')).toBe(false)
    }
    const original = `/api/shared/${visitor.id}/images/${imageOf(root)}/file?size=original`
    expect((await context.server.app.request(original, { headers: { cookie: visitor.cookie } })).status).toBe(400)
  })

  it('is not for search engines, caches or the addresses of other sites', async () => {
    const visitor = await openLink(await makeLink())
    const { headers } = await visitor.send('GET', '/words')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toContain('no-store')
    const opened = await sendOpen(context.server, 'POST', '/api/shared/visits', {
      body: { token: (await makeLink()).address.split('#')[1] },
    })
    expect(opened.headers.get('set-cookie')).toMatch(
      /^espalier-visit-[^;]+; Path=\/api\/shared; HttpOnly; SameSite=Strict$/,
    )
  })
})

describe('a link to a branch', () => {
  it('shows the card and what is below it, and does not say what it came from', async () => {
    const visitor = await openLink(await makeLink({ generationId: branch.id }))
    const { cards, scope } = await visitor.board()
    expect(scope).toBe('branch')
    expect(cards.map(({ id, parentGenerationId }) => [id, parentGenerationId])).toEqual([
      [branch.id, null],
      [leaf.id, branch.id],
    ])
    expect(JSON.stringify(cards)).not.toContain(root.id)
    const statusOf = async (card: GenerationShape) =>
      (
        await context.server.app.request(`/api/shared/${visitor.id}/images/${imageOf(card)}/file`, {
          headers: { cookie: visitor.cookie },
        })
      ).status
    expect(await Promise.all([branch, leaf, root, other].map(statusOf))).toEqual([200, 200, 404, 404])
  })

  it('can not be made to another person’s card, or to one of another project', async () => {
    const bob = await signUp(context.server)
    const mine = await bob.generate({ prompt: 'mine' })
    const body = { expiry: 'never', showsPrompts: true, generationId: branch.id }
    expect((await bob.send('POST', `/api/projects/${mine.projectId}/shares`, body)).status).toBe(404)
  })

  it('shows nothing while its card lies in the trash', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'gone soon', projectId: root.projectId }))
    const visitor = await openLink(await makeLink({ generationId: card.id }))
    await ada.send('DELETE', `/api/generations/${card.id}`)
    for (const call of ['/words', '/board']) expect((await visitor.send('GET', call)).status).toBe(404)
  })
})

describe('a link that is over', () => {
  it('answers as one that never was, revoked or expired, and everything by its visits as well', async () => {
    const revoked = await makeLink()
    const expired = await makeLink({ expiry: '1-day' })
    const visitors = [await openLink(revoked), await openLink(expired)]
    await ada.send('DELETE', `/api/shares/${revoked.id}`)
    await execute(sql`update shares set expires_at = now() - interval '1 second' where id = ${expired.id}`)
    const never = await sendOpen(context.server, 'POST', '/api/shared/visits', { body: { token: 'A'.repeat(43) } })
    for (const { address } of [revoked, expired]) {
      const opened = await sendOpen(context.server, 'POST', '/api/shared/visits', {
        body: { token: address.split('#')[1] },
      })
      expect([opened.status, opened.body]).toEqual([404, never.body])
      expect(opened.headers.has('set-cookie')).toBe(false)
    }
    for (const visitor of visitors)
      for (const call of ['/words', '/board']) expect((await visitor.send('GET', call)).body).toEqual(never.body)
    const { body } = await ada.send<{ items: ShareShape[] }>('GET', `/api/projects/${root.projectId}/shares`)
    expect(body.items.map(({ id }) => id)).not.toContain(revoked.id)
    expect(body.items.map(({ id }) => id)).not.toContain(expired.id)
  })

  it('lasts as long as was chosen', async () => {
    const { expiresAt, createdAt } = await makeLink({ expiry: '7-days' })
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBeGreaterThan(7 * 86_400_000 - 60_000)
  })

  it('keeps its secret nowhere', async () => {
    const { address } = await makeLink()
    const token = address.split('#')[1] ?? ''
    const kept = await execute(sql`select json_agg(shares)::text as text from shares`)
    expect(kept.rows[0]?.text).not.toContain(token)
    const activity = await ada.send<{ items: ActivityShape[] }>('GET', '/api/account/activity')
    expect(activity.body.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['link-made', 'link-revoked']))
  })
})

describe('visitors', () => {
  it('say who they are, then comment on a spot and vote, and the owner is told at once', async () => {
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
    expect((await events()).slice(before).map(({ projectId }) => projectId)).toEqual(Array(3).fill(root.projectId))

    expect((await visitor.board()).visitorName).toBe('Vera')
    expect((await visitor.words()).words).toEqual({
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
    expect((await visitor.words()).words?.comments[0]?.isResolved).toBe(true)
    await ada.send('DELETE', `/api/comments/${comment.body.id}`)
    await visitor.send('DELETE', `/likes/${imageOf(leaf)}`)
    expect((await visitor.words()).words).toEqual({ comments: [], likes: [] })
  })

  it('stay who they are when they open the link again, and are another one in another browser', async () => {
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
  ])('are refused what is no comment: %j', async (words) => {
    const visitor = await openLink(await makeLink())
    await visitor.send('PUT', '/name', { name: 'Vera' })
    expect((await visitor.send('POST', '/comments', { imageId: imageOf(root), ...words })).status).toBe(400)
  })

  it('are told what the others have said, and only when it is something new', async () => {
    const link = await makeLink({ generationId: branch.id })
    const [vera, kay] = [await openLink(link), await openLink(link)]
    const before = await kay.words()
    expect(before.words).toEqual({ comments: [], likes: [] })
    expect(await kay.words(before.version)).toEqual({ version: before.version, words: null, board: before.board })

    await vera.send('PUT', '/name', { name: 'Vera' })
    const words = { imageId: imageOf(leaf), x: 0, y: 1, text: 'Darker.' }
    const { body: comment } = await vera.send<CommentShape>('POST', '/comments', words)
    await vera.send('PUT', `/likes/${imageOf(branch)}`)
    const after = await kay.words(before.version)
    expect(after.words).toEqual({
      comments: [comment],
      likes: [{ imageId: imageOf(branch), likes: 1, isLikedByYou: false }],
    })
    expect((await kay.words(after.version)).words).toBeNull()

    await vera.send('PUT', '/name', { name: 'Vera B.' })
    expect((await kay.words(after.version)).words?.comments[0]?.author).toBe('Vera B.')
  })

  it('are told nothing of what another link was told, or of an image that is not shown any more', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'shown for a while', projectId: root.projectId }))
    const visitor = await openLink(await makeLink())
    const other = await openLink(await makeLink())
    await visitor.send('PUT', '/name', { name: 'Vera' })
    await visitor.send('POST', '/comments', { imageId: imageOf(card), x: 0, y: 0, text: 'Nice.' })
    await visitor.send('PUT', `/likes/${imageOf(card)}`)
    expect((await other.words()).words).toEqual({ comments: [], likes: [] })
    await ada.send('DELETE', `/api/generations/${card.id}`)
    expect((await visitor.words()).words).toEqual({ comments: [], likes: [] })
  })

  it('may write while a room full of pages asks what is new', async () => {
    const slow = context.server.another({ REQUESTS_PER_SECOND: '20' })
    const { id, cookie } = await openLink(await makeLink())
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await sendOpen(slow, method, `/api/shared/${id}${path}`, { ...(body ? { body } : {}), headers: { cookie } }))
        .status
    const asked = await Promise.all(Array.from({ length: 150 }, () => statusOf('GET', '/words')))
    expect(new Set(asked)).toEqual(new Set([200, 429]))
    expect(await statusOf('PUT', '/name', { name: 'Vera' })).toBe(200)
  })

  it('are slowed down, each address for itself', async () => {
    const slow = context.server.another({ REQUESTS_PER_SECOND: '20' })
    const statuses = await Promise.all(
      Array.from(
        { length: 80 },
        async () => (await sendOpen(slow, 'POST', '/api/shared/visits', { body: { token: 'x' } })).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })
})

describe('what a link shows, while its owner goes on', () => {
  let trunk: GenerationShape
  const onTrunk = (generationId?: string) =>
    makeLink({ ...(generationId === undefined ? {} : { generationId }) }, trunk.projectId)
  const grow = async (prompt: string) =>
    ada.settled(await ada.generate({ prompt, projectId: trunk.projectId, parentImageId: imageOf(trunk) }))
  beforeAll(async () => {
    trunk = await ada.settled(await ada.generate({ prompt: 'an oak' }))
  })

  it('is told as new cards, others than before, and those that are gone: and as nothing, where nothing has changed', async () => {
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

  it('is not told of what changes nothing that it shows: opinions, folded cards, words, other projects', async () => {
    const visitor = await openLink(await onTrunk())
    const { version } = await visitor.board()
    await ada.send('PUT', `/api/images/${imageOf(trunk)}/feedback/like`)
    await ada.send('PATCH', `/api/generations/${trunk.id}`, { isCollapsed: true })
    await visitor.send('PUT', '/name', { name: 'Vera' })
    await visitor.send('PUT', `/likes/${imageOf(trunk)}`)
    await ada.settled(await ada.generate({ prompt: 'elsewhere' }))
    expect(await visitor.isChanged(version)).toBe(false)
  })

  it('is told of a branch alone to whoever has the link to it: of nothing else even an id', async () => {
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

  it('is told without words where the link shows none', async () => {
    const visitor = await openLink(await makeLink({ showsPrompts: false }, trunk.projectId))
    const { version } = await visitor.board()
    await grow('a secret twig')
    const changes = await visitor.changes(version)
    expect(changes.cards).toHaveLength(1)
    expect([changes.title, changes.cards[0]?.recipe]).toEqual([null, null])
    expect(JSON.stringify(changes)).not.toMatch(/twig|Sketch|Trees/)
  })

  it('is read as a whole again where a race has named its models', async () => {
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

describe('a copy of one’s own', () => {
  const copy = async (link: MadeShareShape, person: TestClient) =>
    (await openLink(link)).send<ProjectShape>('POST', '/fork', undefined, `; ${person.cookie}`)
  const cardsOf = async (person: TestClient, projectId: string) =>
    (
      await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    ).body.items.toReversed()

  it('has the tree, the settings and the pictures, and costs nothing', async () => {
    const bob = await signUp(context.server)
    const credits = (await bob.send('GET', '/api/credits')).body
    await ada.send('PUT', `/api/images/${imageOf(branch)}/feedback/star`)
    const { status, body: project } = await copy(await makeLink({ generationId: branch.id }), bob)
    expect(status).toBe(201)
    const [top, below, ...more] = await cardsOf(bob, project.id)
    expect(more).toEqual([])
    expect(top).toMatchObject({ prompt: branch.prompt, settings: branch.settings, parentGenerationId: null, price: 0 })
    expect(below).toMatchObject({ prompt: leaf.prompt, parentGenerationId: top?.id, parentImageId: top?.images[1]?.id })
    expect(top?.images.map(({ feedback }) => feedback)).toEqual([[], [], [], []])
    const bytesOf = async (person: TestClient, imageId = '') =>
      Buffer.from(await (await person.raw('GET', `/api/images/${imageId}/file`)).arrayBuffer())
    expect(await bytesOf(bob, top?.images[0]?.id)).toEqual(await bytesOf(ada, imageOf(branch)))
    expect((await bob.send('GET', '/api/credits')).body).toEqual(credits)
  })

  it('stays whole when the original goes, and the other way round', async () => {
    const [bob, eve] = [await signUp(context.server), await signUp(context.server)]
    const card = await ada.settled(await ada.generate({ prompt: 'short-lived' }))
    const link = await makeLink({}, card.projectId)
    const [his, hers] = [(await copy(link, bob)).body, (await copy(link, eve)).body]
    const destroy = async (person: TestClient, projectId: string) => {
      await person.send('DELETE', `/api/projects/${projectId}`)
      await execute(sql`update projects set deleted_at = now() - interval '31 days' where id = ${projectId}`)
      await purge({ db: context.server.database.db, storage: context.server.storage })
      await execute(sql`update unused_files set remove_after = now() - interval '1 second'
        where remove_after < now() + interval '1 hour'`)
      await purge({ db: context.server.database.db, storage: context.server.storage })
    }
    const isThere = async (person: TestClient, projectId: string) => {
      const [copied] = await cardsOf(person, projectId)
      return (await person.raw('GET', `/api/images/${copied?.images[0]?.id}/file`)).status
    }
    await destroy(bob, his.id)
    expect(await isThere(ada, card.projectId)).toBe(200)
    await destroy(ada, card.projectId)
    expect(await isThere(eve, hers.id)).toBe(200)
  })

  it('is refused where the link shows no prompts, and where there is no room', async () => {
    const bob = await signUp(context.server)
    expect((await copy(await makeLink({ showsPrompts: false }), bob)).status).toBe(422)
    const full = context.server.another({ CARDS_PER_PROJECT: '2' })
    const { id, cookie } = await openLink(await makeLink())
    const headers = { cookie: `${cookie}; ${bob.cookie}` }
    expect((await sendOpen(full, 'POST', `/api/shared/${id}/fork`, { headers })).status).toBe(413)
    expect((await bob.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
  })
})
