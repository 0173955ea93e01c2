import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProfileShape } from '#contract/account/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { runOnce } from '#server/background/runner.ts'
import { purgeTask } from '#server/features/trash/purge-task.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server, 'ada.lovelace@example.com')
})

const profileOf = async (client: TestClient) => (await client.send<ProfileShape>('GET', '/api/profile')).body
const change = (body: unknown, client = ada) => client.send<ProfileShape & ErrorBody>('PATCH', '/api/profile', body)

describe('a profile', () => {
  it('starts with the first name and a username from the email', async () =>
    expect(await profileOf(ada)).toEqual({
      firstName: 'Ada',
      username: 'ada.lovelace',
      bio: '',
      instagram: '',
      tiktok: '',
      threads: '',
      twitter: '',
      youtube: '',
      facebook: '',
      avatarUrl: null,
    }))

  it('gets no username of another profile, also under concurrent first reads', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, (_, index) => signUp(context.server, `grace@example-${index}.com`)),
    )
    const names = await Promise.all(
      others
        .flatMap((client) => [profileOf(client), profileOf(client)])
        .map(async (profile) => (await profile).username),
    )
    expect(new Set(names).size).toBe(4)
    expect(names).toContain('grace')
    expect(names.filter((_, index) => index % 2 === 0)).toEqual(names.filter((_, index) => index % 2 === 1))
  })

  it('stores what is changed, and leaves the rest', async () => {
    const { status, body } = await change({
      bio: ' Numbers.\nAnd looms. ',
      instagram: '@ada',
      youtube: 'youtube.com/@ada',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ bio: 'Numbers.\nAnd looms.', instagram: 'ada', youtube: 'https://youtube.com/@ada' })
    expect((await change({ instagram: '' })).body).toEqual({ ...body, instagram: '' })
    expect(await profileOf(ada)).toEqual({ ...body, instagram: '' })
  })

  it('shares the first name with the session', async () => {
    await change({ firstName: 'Augusta' })
    const session = await ada.send<{ user: { firstName: string; name: string } }>('GET', '/api/auth/get-session')
    expect(session.body.user).toMatchObject({ firstName: 'Augusta', name: 'Augusta' })
  })

  it('is refused a username of another profile, at its field', async () => {
    const bob = await signUp(context.server, 'bob.taken@example.com')
    await profileOf(bob)
    const { status, body } = await change({ username: 'Bob.Taken' })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.data).toEqual({ issues: [{ path: ['username'], message: 'This username is taken.' }] })
  })

  it.each([
    ['a username of two letters', { username: 'ad' }],
    ['a blank name', { firstName: ' ' }],
    ['a page of another site', { youtube: 'https://youtube.com.evil.example/x' }],
    ['a script as an address', { facebook: 'javascript:alert(1)' }],
    ['an avatar from elsewhere', { avatarUrl: 'https://evil.example/x.png' }],
    ['a NUL byte', { bio: 'a\u0000b' }],
    ['no body', undefined],
  ])('is refused with %s', async (_, body) => {
    const before = await profileOf(ada)
    const reply = await change(body ?? [])
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid'])
    expect(await profileOf(ada)).toEqual(before)
  })
})

describe('the first steps of a person', () => {
  it('are counted once, in order, and never back', async () => {
    const eve = await signUp(context.server)
    const finish = async (done: unknown) => (await eve.send('PUT', '/api/account/first-steps', { done })).body
    expect((await eve.send('GET', '/api/account/first-steps')).body).toEqual({ done: 0 })
    expect(await finish(2)).toEqual({ done: 2 })
    expect(await finish(1)).toEqual({ done: 2 })
    for (const wrong of [0, 4, 1.5, null]) expect(await finish(wrong)).toMatchObject({ code: 'invalid' })
    expect((await eve.send('GET', '/api/account/first-steps')).body).toEqual({ done: 2 })
    expect((await ada.send('GET', '/api/account/first-steps')).body).toEqual({ done: 0 })
  })
})

async function putAvatar(bytes: Uint8Array, client = ada) {
  const form = new FormData()
  form.append('file', new File([Uint8Array.from(bytes)], 'me.png'))
  const reply = await context.server.app.request('/api/profile/avatar', {
    method: 'PUT',
    body: await formBlob(form),
    headers: { host: 'localhost', origin: testOrigin, cookie: client.cookie },
  })
  return { status: reply.status, body: (await reply.json()) as ProfileShape & ErrorBody }
}
/** Red, green and blue, side by side. */
const flag = () =>
  sharp({ create: { width: 300, height: 100, channels: 3, background: '#00ff00' } })
    .composite(
      (['#ff0000', '#0000ff'] as const).map((background, index) => ({
        input: { create: { width: 100, height: 100, channels: 3, background } },
        left: index * 200,
        top: 0,
      })),
    )
    .png()
    .toBuffer()

describe('an avatar', () => {
  it('is the middle of a picture, 512 by 512, without the metadata of the file', async () => {
    const { status, body } = await putAvatar(
      await sharp(await flag())
        .withMetadata({ exif: { IFD0: { Artist: 'Ada' } } })
        .toBuffer(),
    )
    expect(status).toBe(200)
    expect(body.avatarUrl).toMatch(
      new RegExp(`^/api/profiles/${ada.userId}/avatar/${ada.userId}-[0-9a-f-]{36}\\.webp$`),
    )
    const reply = await ada.raw('GET', body.avatarUrl ?? '')
    expect(reply.headers.get('content-type')).toBe('image/webp')
    expect(reply.headers.get('cache-control')).toContain('immutable')
    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' })
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.g).toBeGreaterThan(200)
    expect(dominant.r + dominant.b).toBeLessThan(60)
  })

  it('replaces the previous one, whose file is removed', async () => {
    const first = (await putAvatar(await flag())).body.avatarUrl ?? ''
    const second = (await putAvatar(await flag())).body.avatarUrl ?? ''
    expect((await ada.raw('GET', first)).status).toBe(404)
    expect((await ada.raw('GET', second)).status).toBe(200)
    await context.server.database.system.execute(
      sql`update unused_files set remove_after = now() - interval '1 second'`,
    )
    await runOnce(purgeTask({ db: context.server.database.system, storage: context.server.storage }))
    const keyOf = (address: string) => `avatars/${ada.userId.slice(0, 2)}/${address.split('/').at(-1)}`
    expect(await context.server.storage.size(keyOf(first))).toBeNull()
    expect(await context.server.storage.size(keyOf(second))).toBeGreaterThan(0)
  })

  it('can be removed, also twice', async () => {
    const address = (await putAvatar(await flag())).body.avatarUrl ?? ''
    expect((await ada.send<ProfileShape>('DELETE', '/api/profile/avatar')).body.avatarUrl).toBeNull()
    expect((await ada.send<ProfileShape>('DELETE', '/api/profile/avatar')).status).toBe(200)
    expect((await ada.raw('GET', address)).status).toBe(404)
  })

  it('is shown to its owner alone', async () => {
    const address = (await putAvatar(await flag())).body.avatarUrl ?? ''
    const bob = await signUp(context.server)
    expect((await bob.raw('GET', address)).status).toBe(404)
    expect((await bob.raw('GET', address.replace(ada.userId, bob.userId))).status).toBe(404)
    expect((await sendOpen(context.server, 'GET', address)).status).toBe(401)
    expect((await ada.raw('GET', address.replace(/[^/]+$/, `${ada.userId}-${randomUUID()}.webp`))).status).toBe(404)
  })

  it.each([
    ['a text', Buffer.from('hello'), 415, 'unsupported-media'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'unsupported-media'],
    ['half a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 400, 'invalid'],
    ['more than 20 MB', Buffer.alloc(20_000_001), 413, 'too-large'],
  ])('can not be %s, and the previous one stays', async (_, bytes, status, code) => {
    const before = (await profileOf(ada)).avatarUrl
    const reply = await putAvatar(bytes)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect((await profileOf(ada)).avatarUrl).toBe(before)
  })

  it("is accepted only from the server's own pages", async () => {
    const reply = await context.server.app.request('/api/profile/avatar', {
      method: 'PUT',
      body: new FormData(),
      headers: { host: 'localhost', origin: 'https://evil.example', cookie: ada.cookie },
    })
    expect(reply.status).toBe(403)
  })
})
