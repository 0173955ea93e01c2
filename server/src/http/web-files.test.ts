import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppEnv } from './app-context.ts'
import { addWebFiles } from './web-files.ts'

const app = new Hono<AppEnv>()
/** The sign-up options of the server under test. */
app.get('/api/models', (c) =>
  c.json({
    items: [
      { isBuiltIn: true, isAvailable: true },
      { isBuiltIn: false, isAvailable: c.req.header('cookie')?.includes('with-key') ?? false },
    ],
  }),
)
app.get('/api/projects', (c) => {
  const cookie = c.req.header('cookie')
  if (cookie?.includes('expired')) return c.json({ code: 'unauthorized' }, 401)
  return c.json({ items: cookie?.includes('with-project') ? [{ id: '1' }] : [] })
})
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-web-'))
  await writeFile(join(folder, 'index.html'), '<title>Espalier</title>')
  for (const path of ['assets/index-1a2b.js', 'styles/1a2b3c4d/pine-cover.webp']) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), 'content')
  }
  for (const ending of ['br', 'gz']) await writeFile(join(folder, `assets/index-1a2b.js.${ending}`), ending)
  await mkdir(join(folder, 'first-screens'))
  for (const page of ['index', 'pricing', 'login', 'signup', 'image', 'image-painter-alone', 'project-no-project'])
    await writeFile(join(folder, 'first-screens', `${page}.html`), `<title>First ${page}</title>`)
  await addWebFiles(app, folder)
})
afterAll(() => rm(folder, { recursive: true }))

const get = async (path: string) => {
  const reply = await app.request(path)
  return [reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]
}

describe('the files of the web application', () => {
  it.each([
    ['/assets/index-1a2b.js', 'text/javascript; charset=utf-8'],
    ['/styles/1a2b3c4d/pine-cover.webp', 'image/webp'],
  ])('are cacheable for ever where their address changes with them: %s', async (path, type) => {
    expect(await get(path)).toEqual([200, type, 'public, max-age=31536000, immutable'])
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br', 'br'],
    ['gzip', 'gzip', 'gz'],
    ['identity', null, 'content'],
  ])(
    'are sent as they were compressed by the build, to a browser that accepts %s',
    async (accepted, encoding, body) => {
      const reply = await app.request('/assets/index-1a2b.js', { headers: { 'accept-encoding': accepted } })
      expect([reply.headers.get('content-type'), reply.headers.get('content-encoding'), await reply.text()]).toEqual([
        'text/javascript; charset=utf-8',
        encoding,
        body,
      ])
    },
  )

  it.each(['/assets/index-0000.js', '/styles/00000000/pine-cover.webp'])(
    'are a 404 where no such file exists: %s',
    async (path) => {
      expect((await get(path))[0]).toBe(404)
    },
  )

  it.each(['/', '/image', '/assets', '/assets?choose=1', '/project/1'])(
    'are the page itself, revalidated each time, at %s',
    async (path) => {
      expect(await get(path)).toEqual([200, 'text/html; charset=utf-8', 'no-cache'])
    },
  )
})

describe('an address that is no file', () => {
  it.each(['/assets', '/project/0198a3c2-7d1e-7000-8000-000000000001'])(
    'gets a page of the application: %s',
    async (path) => expect((await get(path))[0]).toBe(200),
  )

  it.each(['/favicon.ico', '/apple-touch-icon.png', '/project/missing.js'])(
    'is not found where it names a file: %s',
    async (path) => expect((await get(path))[0]).toBe(404),
  )
})

describe('a first screen', () => {
  const titleOf = async (path: string, cookie?: string) => {
    const reply = await app.request(path, cookie === undefined ? {} : { headers: { cookie } })
    expect(reply.headers.get('vary')).toBe('cookie')
    return /<title>(.*)<\/title>/.exec(await reply.text())?.[1]
  }
  const session = 'theme=dark; espalier-0a1b2c3d.session_token=a.b'

  it('is the landing page for a visitor without a session', async () => {
    expect(await titleOf('/')).toBe('First index')
    expect(await titleOf('/pricing')).toBe('First pricing')
    expect(await titleOf('/login')).toBe('First login')
    expect(await titleOf('/signup', 'theme=dark')).toBe('First signup')
    expect(await titleOf('/login', session)).toBe('Espalier')
  })

  it('is the image page for a visitor with a session', async () => {
    expect(await titleOf('/image?project=1', `${session}; with-key`)).toBe('First image')
    expect(await titleOf('/image', '__Host-espalier-0a1b2c3d.session_token=a.b')).toBe('First image-painter-alone')
    expect(await titleOf('/image')).toBe('Espalier')
  })

  it('is the offer of a first project for a person without projects', async () => {
    expect(await titleOf('/project', session)).toBe('First project-no-project')
    expect(await titleOf('/project', `${session}; with-project`)).toBe('Espalier')
    expect(await titleOf('/project', `${session}; expired`)).toBe('Espalier')
    expect(await titleOf('/project')).toBe('Espalier')
  })

  it('is not prepared for sign-up where it is not open', async () => {
    const invited = new Hono<AppEnv>()
    await addWebFiles(invited, folder, { signUp: 'invite' })
    const title = async (path: string) => /<title>(.*)<\/title>/.exec(await (await invited.request(path)).text())?.[1]
    expect([await title('/signup'), await title('/login')]).toEqual(['Espalier', 'First login'])
  })
})

describe('the lists that a page is chosen by', () => {
  it('are asked for with the address of the request of the page', async () => {
    const addresses: unknown[] = []
    const outer = new Hono<AppEnv>()
    outer.get('/api/projects', (c) => {
      addresses.push([c.env.incoming.socket.remoteAddress, c.req.header('x-forwarded-for')])
      return c.json({ items: [] })
    })
    await addWebFiles(outer, folder)
    const headers = { cookie: 'espalier-0a1b2c3d.session_token=x', 'x-forwarded-for': '203.0.113.7' }
    await outer.request('/project', { headers }, { incoming: { socket: { remoteAddress: '198.51.100.3' } } })
    expect(addresses).toEqual([['198.51.100.3', '203.0.113.7']])
  })
})
