import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram, type Program } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

/** The Node of the tests before an older one of the machine. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
const run = promisify(execFile)

let gate = Promise.withResolvers<void>()
const instant = createInstantProvider({}, 'full-size')
const gated = createInstantProvider({
  async generate(request, call) {
    if (request.prompt.includes('behind a gate')) await gate.promise
    if (request.prompt.includes('one fails') && request.seed % 2 === 0) throw new ProviderError('refused', 'Refused.')
    return instant.generate(request, call)
  },
})

let server: TestServer
let listening: ReturnType<typeof serve>
let url: string
let folder: string
let program: string
let ada: TestClient
let token: Program
/** Number of times that a card was looked at. */
let looks = 0

/** Packs the program, and installs it into an empty folder, as people do. */
async function install(): Promise<string> {
  const npm = { cwd: join(import.meta.dirname, '../package'), env: { ...process.env, PATH } }
  const packed = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], npm)
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  expect(packed.stdout).toContain('skills/espalier/SKILL.md')
  const target = join(folder, 'installed')
  await mkdir(target)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', target, join(folder, tarball)])
  return join(target, 'node_modules/.bin/espalier')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-cli-'))
  program = await install()
  server = await openTestServer({
    providers: [gated],
    variables: { SKETCH_CREDITS: '1' },
    plans: { signUp: 1_000 },
  })
  const answer: typeof server.app.fetch = (request, ...rest) => {
    if (request.url.includes('/api/generations?name=')) looks += 1
    return server.app.fetch(request, ...rest)
  }
  listening = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => listening.once('listening', resolve))
  url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  ada = await signUp(server)
  token = await makeProgram(server, ada, { name: 'terminal', scopes: ['read', 'generate', 'edit'] })
}, 300_000)
afterAll(async () => {
  gate.resolve()
  await new Promise((resolve) => listening?.close(resolve))
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

type Ended = { readonly exit: number | null; readonly out: string; readonly err: string }

/** Starts the installed program as a process of its own. @param given.input What standard input holds. */
function start(written: readonly string[], { input = '', env = {} }: { input?: string; env?: object } = {}) {
  const child = spawn(program, written, {
    cwd: folder,
    env: { PATH, XDG_CONFIG_HOME: join(folder, 'config'), ...env },
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    printed.out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    printed.err += chunk
  })
  child.stdin.end(input)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exit) => resolve({ exit, ...printed }))
  })
  return { child, ended }
}
const espalier = (...written: readonly string[]): Promise<Ended> => start(written).ended
type Card = { card: string; id: string; project: string; status: string; images: { image: string; status: string }[] }
/** The data of a command that must be done; with `--json` nothing else is printed. */
async function dataOf<Data = Card>(...written: readonly string[]): Promise<Data> {
  const { exit, out, err } = await espalier(...written, '--json')
  expect([exit, err]).toEqual([0, ''])
  const { ok, data } = JSON.parse(out) as { ok: boolean; data: Data }
  expect(ok).toBe(true)
  return data
}
/** The refusal of a command, by its exit code. */
async function refusalOf(...written: readonly string[]) {
  const { exit, out } = await espalier(...written, '--json')
  return [exit, (JSON.parse(out) as { error: { code: string } }).error.code]
}

describe('the installed program', () => {
  it('logs in by a token of standard input, which only its owner can read and no output holds', async () => {
    expect((await espalier('projects')).exit).toBe(3)
    const wrong = await start(['login', '--url', url, '--token', '-'], { input: `esp_${'A'.repeat(43)}\n` }).ended
    expect([wrong.exit, wrong.out]).toEqual([3, ''])
    const { exit, out, err } = await start(['login', '--url', url, '--token', '-'], { input: `${token.secret}\n` })
      .ended
    expect([exit, err]).toEqual([0, ''])
    expect(out).toContain('by the token terminal: read, edit, generate.')
    const file = join(folder, 'config/espalier/config.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url, token: token.secret })
    const said = await Promise.all([espalier('token'), espalier('token', '--json')])
    for (const each of said) expect(each.out + each.err).not.toContain(token.secret)
    expect(await dataOf('token')).toMatchObject({ name: 'terminal', scopes: ['read', 'edit', 'generate'] })
  })

  it('goes from an empty project to a starred branch on the disk', async () => {
    const { project } = await dataOf<{ project: string }>('projects', '--new', 'Walled garden')
    const made = await dataOf('generate', 'a brick wall', '-p', 'walled garden', '-n', '2', '-o', 'pictures')
    expect(made).toMatchObject({ project, status: 'completed', credits: 2 })
    expect((await readdir(join(folder, 'pictures'))).sort()).toEqual([`${made.card}.1.png`, `${made.card}.2.png`])
    expect((await sharp(join(folder, 'pictures', `${made.card}.1.png`)).metadata()).format).toBe('png')
    const branch = await dataOf('branch', `${made.card}.2`, 'the same in snow', '--count', '1')
    const picture = join(folder, 'pictures', `${made.card}.1.png`)
    const edited = await dataOf('edit', `${branch.card}.1`, 'make it red')
    expect(edited.images).toHaveLength(1)
    const looked = await dataOf(
      'generate',
      'like this',
      '-p',
      project,
      '-n',
      '1',
      '--ref',
      picture,
      '--ref',
      `${made.card}.2`,
    )
    const stored = await ada.settled({ projectId: project, id: looked.id })
    expect(stored.imagePrompts).toHaveLength(2)
    await dataOf('rate', `${branch.card}.1`, 'star')
    const { exit, out, err } = await espalier('board', project)
    expect([exit, err]).toEqual([0, ''])
    expect(out.split('\n').slice(0, 4)).toEqual([
      `"Walled garden" 4 cards, ${url}/project/${project}`,
      expect.stringMatching(new RegExp(`^${made.card} "a brick wall" .* by "terminal" @`)),
      expect.stringMatching(
        new RegExp(`^ ${branch.card} <${made.card}.2 enhance "the same in snow" .* ★1 by "terminal" @`),
      ),
      expect.stringMatching(new RegExp(`^  ${edited.card} <${branch.card}.1 edit "make it red" `)),
    ])
    const { outline } = await dataOf<{ outline: string[] }>('board', project, '--below', branch.card)
    expect(outline).toHaveLength(2)
    const shown = await espalier('show', branch.card)
    expect(shown.out).toContain('the same in snow')
    expect(shown.out).toContain(`${url}/project/${project}?card=${branch.id}`)
    expect(shown.out).not.toContain('\x1b')
    const moved = await dataOf<{ moved: string[] }>('trash', branch.card)
    expect(new Set(moved.moved)).toEqual(new Set([branch.id, edited.id]))
    await dataOf('trash', '--restore', branch.id)
    expect((await dataOf<{ credits: number }>('credits')).credits).toBe(1_015)
  })

  it('replaces no file unless it is asked to', async () => {
    const made = await dataOf('generate', 'a gate', '-n', '1')
    await dataOf('download', made.card, '-o', 'once')
    expect(await refusalOf('download', `${made.card}.1`, '-o', 'once')).toEqual([1, 'failed'])
    expect(await dataOf<{ files: string[] }>('download', `${made.card}.1`, '-o', 'once', '--force')).toEqual({
      files: [join('once', `${made.card}.1.png`)],
    })
  })

  it('exports images in a format, several as a zip, and as a contact sheet', async () => {
    const made = await dataOf<{ card: string }>('generate', 'a wall to export', '-n', '2')
    const one = await dataOf<{ files: string[] }>(
      ...[
        'export',
        `${made.card}.1`,
        '-f',
        'jpeg',
        '--width',
        '40',
        '--height',
        '30',
        '--name',
        'wall-{n}',
        '-o',
        'out',
      ],
    )
    expect(one).toEqual({ files: [join('out', 'wall-1.jpg')] })
    expect(await sharp(await readFile(join(folder, 'out/wall-1.jpg'))).metadata()).toMatchObject({
      format: 'jpeg',
      width: 40,
      height: 30,
    })
    expect(await refusalOf('export', `${made.card}.1`, '-f', 'jpeg', '--name', 'wall-{n}', '-o', 'out')).toEqual([
      1,
      'failed',
    ])
    expect(await refusalOf('export', `${made.card}.1`, '--name', '{author}')).toEqual([2, 'usage'])
    const several = await dataOf<{ files: string[] }>('export', made.card, '-f', 'webp', '-o', 'out')
    expect(several.files[0]).toMatch(/-2\.zip$/)
    const sheet = await dataOf<{ files: string[] }>('export', made.card, '-f', 'pdf', '--title', 'Walls', '-o', 'out')
    expect(sheet).toEqual({ files: [join('out', 'walls.pdf')] })
  })

  it('leaves images in work when it is interrupted, and says how to get them', async () => {
    const before = looks
    const { child, ended } = start(['generate', 'a wall behind a gate', '-n', '1'])
    const cards = () => ada.send<{ items: { id: string }[] }>('GET', '/api/projects')
    const running = async () => {
      for (const { id } of (await cards()).body.items) {
        const { body } = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${id}/generations`)
        const found = body.items.find(({ prompt, status }) => prompt.includes('gate') && status === 'running')
        if (found) return found
      }
      return null
    }
    await expect.poll(running, { timeout: 20_000 }).not.toBeNull()
    const card = await running()
    // The program has its card, and waits.
    await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(before)
    child.kill('SIGINT')
    const { exit, err } = await ended
    const name = card?.id.slice(0, 8) ?? ''
    expect([exit, err]).toEqual([130, `The images go on without this command. Get them with: espalier wait ${name}\n`])
    expect(await refusalOf('wait', name, '--timeout', '0')).toEqual([7, 'still-running'])
    gate.resolve()
    expect(await dataOf('wait', name)).toMatchObject({ status: 'completed' })
    gate = Promise.withResolvers()
  })

  it('answers at once with --no-wait', async () => {
    const made = await dataOf('generate', 'another wall behind a gate', '-n', '1', '--no-wait')
    expect(made.status).not.toBe('completed')
    // Closed again only then: the job may begin after this, and takes the gate that it finds.
    gate.resolve()
    expect(await dataOf('wait', made.card)).toMatchObject({ id: made.id, status: 'completed' })
    gate = Promise.withResolvers()
  })

  it('ends with a code for each kind of failure', async () => {
    const bob = await signUp(server)
    const foreign = await bob.generate({ prompt: 'Bob’s' })
    for (const name of ['1a2b3c4d', foreign.id, foreign.id.slice(0, 8), 'nonsense'])
      expect(await refusalOf('show', name)).toEqual([4, 'not-found'])
    expect(await refusalOf('board', foreign.projectId)).toEqual([4, 'not-found'])
    expect(await refusalOf('generate', 'x', '--max-price', '3')).toEqual([5, 'max-price'])
    expect(await refusalOf('generate', 'x', '--model', 'nothing')).toEqual([1, 'impossible'])
    const poor = await makeProgram(server, ada, { scopes: ['read', 'generate'], budget: { credits: 1, per: 'total' } })
    const reader = await makeProgram(server, ada, { scopes: ['read'] })
    const by = async (secret: string, ...written: string[]) =>
      (await start(written, { env: { ESPALIER_TOKEN: secret } }).ended).exit
    expect(await by(poor.secret, 'generate', 'x')).toBe(5)
    expect(await by(reader.secret, 'generate', 'x')).toBe(3)
    await ada.send('DELETE', `/api/tokens/${reader.id}`)
    expect(await by(reader.secret, 'projects')).toBe(3)
    const failed = await espalier('generate', 'one fails', '--seed', '2', '-n', '1', '--json')
    expect([failed.exit, JSON.parse(failed.out).data.images[0].status]).toEqual([6, 'failed'])
  })

  it('saves prompts, brings lists in, and names pictures that a prompt sends', async () => {
    await writeFile(join(folder, 'light.txt'), '3::dawn\ndusk\n')
    expect(await dataOf('lists', 'light', '--import', 'light.txt')).toEqual({ saved: 1, refused: [] })
    expect((await espalier('lists', 'light')).out).toBe('3::dawn\ndusk\n')
    expect(await refusalOf('lists', 'weather')).toEqual([4, 'not-found'])
    await dataOf('prompts', '--save', 'winter fox', 'a red fox in snow at __light__')
    expect((await espalier('prompts', 'snow')).out).toBe('winter fox  a red fox in snow at __light__\n')
    expect(await refusalOf('prompts', '--save', 'Winter fox', 'again')).toEqual([1, 'conflict'])
    await dataOf('prompts', '--export', 'prompts.csv')
    const again = await espalier('prompts', '--import', 'prompts.csv', '--json')
    expect([again.exit, JSON.parse(again.out).data.saved]).toEqual([1, 0])
    const made = await dataOf<Card & { prompt: string }>('generate', 'a fox at __light__', '-n', '1')
    expect(made.prompt).toMatch(/^a fox at (dawn|dusk)$/)
    await dataOf('references', 'vulpes', `${made.card}.1`, '--kind', 'product')
    expect((await espalier('references')).out).toBe('@vulpes  product, version 1\n')
    expect((await espalier('references', 'vulpes', '--uses')).out).toBe('Nothing uses it.\n')
    expect((await dataOf('generate', '@vulpes in a garden', '-n', '1')).status).toBe('completed')
  })

  it('carries its skill', async () => {
    const { out } = await espalier('skill')
    expect(out).toContain('name: espalier')
    await dataOf('skill', 'skills')
    expect(await readFile(join(folder, 'skills/espalier/SKILL.md'), 'utf8')).toBe(out)
  })

  it('forgets its token', async () => {
    expect((await espalier('logout')).exit).toBe(0)
    expect((await espalier('projects')).exit).toBe(3)
  })
})
