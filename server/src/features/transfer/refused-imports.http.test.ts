import { deflateRawSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectFile } from '#contract/board/project-file.ts'
import { exportOf, projectFileOf } from '#server-testing/exported-project.ts'
import { makeFoxProject } from '#server-testing/fox-project.ts'
import { importZip, zipOf } from '#server-testing/project-files.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ variables: { PERSON_LIMITS: 'import-megabytes=20' } })
const execute = (query: ReturnType<typeof sql>) => context.server.database.system.execute(query)

let ada: TestClient
let bob: TestClient
let projectId: string
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  projectId = await makeFoxProject(context.server, ada)
})

const send = (bytes: Buffer, person: TestClient) => importZip(context.server, person, bytes)

describe('an upload of a project', () => {
  const changed = async (
    change: (file: ProjectFile & { cards: Record<string, unknown>[] }, files: Map<string, Buffer | string>) => void,
  ) => {
    const files = new Map<string, Buffer | string>(await exportOf(ada, projectId))
    const file = projectFileOf(files as Map<string, Buffer>) as Parameters<typeof change>[0]
    change(file, files)
    files.set('project.json', JSON.stringify(file))
    return zipOf(files)
  }
  const expectNothing = async () =>
    expect((await execute(sql`select 1 from generations where user_id = ${eve.userId}`)).rows).toEqual([])
  let eve: TestClient
  beforeAll(async () => {
    eve = await signUp(context.server)
  })

  it.each([
    ['no zip', async () => Buffer.from('hello')],
    ['an empty zip', async () => zipOf(new Map())],
    ['no project', async () => zipOf(new Map([['project.json', '{"cards":[]}']]))],
    ['broken JSON', async () => zipOf(new Map([['project.json', '{']]))],
    ['a newer version', () => changed((file) => Object.assign(file, { version: 6 }))],
    ['an unknown field', () => changed((file) => Object.assign(file, { owner: 'ada' }))],
    ['a card without a prompt', () => changed((file) => Object.assign(file.cards[0] ?? {}, { prompt: ' ' }))],
    [
      'a card that is its own parent',
      () => changed((file) => Object.assign(file.cards[0] ?? {}, { parentGenerationId: file.cards[0]?.id })),
    ],
    ['a file that belongs to none', () => changed((_file, files) => files.set('images/evil.svg', '<svg/>'))],
    ['a name that leads elsewhere', () => changed((_file, files) => files.set('../../escaped.png', 'x'))],
    [
      'a picture that is missing',
      () => changed((_file, files) => files.delete([...files.keys()].find((name) => name.startsWith('images/')) ?? '')),
    ],
    [
      'a picture that is none',
      () =>
        changed((_file, files) =>
          files.set([...files.keys()].find((name) => name.startsWith('images/')) ?? '', 'no picture'),
        ),
    ],
  ])('is refused when it is %s, and leaves nothing', async (_what, make) => {
    const { status, body } = await send(await make(), eve)
    expect([status, typeof body.message]).toEqual([400, 'string'])
    await expectNothing()
  })

  type Repacked = (files: readonly [string, Buffer | string][]) => [string, Buffer | string][]
  const inFolder: Repacked = (files) => files.map(([name, content]) => [`my project/${name}`, content])
  it.each<[string, Repacked]>([
    [
      'a folder, by macOS',
      (files) => [['my project/', ''], ...inFolder(files), ['__MACOSX/my project/._README.txt', 'x']],
    ],
    ['its files, by macOS', (files) => [['.DS_Store', 'Bud1'], ...files, ['__MACOSX/._README.txt', 'x']]],
    ['its files, with entries of their folders', (files) => [['images/', ''], ['uploads/', ''], ...files]],
    ['a folder, by Windows', (files) => [...inFolder(files), ['my project/images/Thumbs.db', 'x']]],
  ])('comes in when it was unpacked and packed again as %s', async (_what, repack) => {
    const zip = await zipOf(new Map(repack([...(await exportOf(ada, projectId))])))
    expect((await send(zip, bob)).status).toBe(201)
  })

  it('is refused when a folder lies around some of its files alone', async () => {
    const [first, ...others] = [...(await exportOf(ada, projectId))]
    const zip = await zipOf(
      new Map([
        ...inFolder(first ? [first] : []),
        ...others.map(([name, content]) => [`other/${name}`, content] as const),
      ]),
    )
    expect((await send(zip, eve)).status).toBe(400)
    await expectNothing()
  })

  it('is refused when it unpacks to more than the limit, whatever its own size', async () => {
    const bomb = bombOf('project.json', 30_000_000)
    expect(bomb.byteLength).toBeLessThan(100_000)
    expect((await send(bomb, eve)).status).toBe(400)
    const liar = bombOf('project.json', 30_000_000, 10)
    expect((await send(liar, eve)).status).toBe(400)
    await expectNothing()
  })

  it('is refused when it is larger than the limit', async () =>
    expect((await send(Buffer.alloc(21_000_000), eve)).status).toBe(413))

  it('never breaks the server, whatever bytes are changed in it', async () => {
    const good = await zipOf(await exportOf(ada, projectId))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        async (edits) => {
          const bytes = Buffer.from(good)
          for (const [at, value] of edits) bytes[at] = value
          expect([201, 400]).toContain((await send(bytes, eve)).status)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('is refused beyond the limit of cards', async () => {
    const small = context.server.another({ PERSON_LIMITS: 'cards=1' })
    expect((await importZip(small, bob, await zipOf(await exportOf(ada, projectId)))).status).toBe(413)
  })
})

/** A zip with one packed file of zeros, which may state a smaller size. */
function bombOf(name: string, bytes: number, stated = bytes): Buffer {
  const packed = deflateRawSync(Buffer.alloc(bytes))
  const head = (central: boolean) => {
    const parts = Buffer.alloc(central ? 46 : 30)
    parts.writeUInt32LE(central ? 0x02014b50 : 0x04034b50, 0)
    const at = central ? 6 : 4
    parts.writeUInt16LE(20, at)
    parts.writeUInt16LE(8, at + 4)
    parts.writeUInt32LE(packed.length, at + 14)
    parts.writeUInt32LE(stated, at + 18)
    parts.writeUInt16LE(name.length, at + 22)
    return Buffer.concat([parts, Buffer.from(name)])
  }
  const [local, central] = [head(false), head(true)]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, central, end])
}

it('that is refused at its last picture leaves no row, and schedules the stored files for removal', async () => {
  const mia = await signUp(context.server)
  const noted = async () =>
    (await execute(sql`select key from unused_files where key like 'images/%'`)).rows.map(({ key }) => key)
  const files = new Map<string, Buffer | string>(await exportOf(ada, projectId))
  const pictures = [...files.keys()].filter((name) => name.startsWith('images/'))
  files.set(pictures.at(-1) ?? '', 'no picture')
  const before = await noted()
  expect((await send(await zipOf(files), mia)).status).toBe(400)
  expect((await execute(sql`select 1 from projects where user_id = ${mia.userId}`)).rows).toEqual([])
  expect((await execute(sql`select 1 from generations where user_id = ${mia.userId}`)).rows).toEqual([])
  // Including the delivered original where it is stored beside the shown picture.
  expect((await noted()).length - before.length).toBeGreaterThanOrEqual(pictures.length - 1)
})
