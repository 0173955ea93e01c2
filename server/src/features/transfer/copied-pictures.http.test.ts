import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectFile } from '#contract/board/project-file.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import type { Server } from '#server/start/start-server.ts'
import { exportOf, projectFileOf } from '#server-testing/exported-project.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { makeFoxProject } from '#server-testing/fox-project.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { noise } from '#server-testing/picture-bytes.ts'
import { importZip, zipOf } from '#server-testing/project-files.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { verifiedCredentials } from '#server-testing/verified-credentials.ts'
import { readRecord } from '../../pictures/picture-record.ts'

const context = withTestServer()
const execute = (query: ReturnType<typeof sql>) => context.server.database.system.execute(query)

let ada: TestClient
let bob: TestClient
let projectId: string
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  projectId = await makeFoxProject(context.server, ada)
})

const originalOf = async (person: TestClient, imageId: string) =>
  Buffer.from(await (await person.raw('GET', `/api/images/${imageId}/file`)).arrayBuffer())
const cardsOf = async (person: TestClient, id: string) =>
  (await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${id}/generations`)).body.items.toReversed()

type Files = Map<string, Buffer | string>

/** Ada's project with a change in its zip. */
async function changed(change: (files: Files, file: ProjectFile) => Promise<void> | void): Promise<Buffer> {
  const files: Files = new Map<string, Buffer | string>(await exportOf(ada, projectId))
  await change(files, projectFileOf(files as Map<string, Buffer>))
  return zipOf(files)
}

/** A picture with a secret in each place where a file can have one besides its pixels. */
const ladenPng = async () =>
  Buffer.concat([
    await noise(40, 30)
      .withExif({ IFD0: { ImageDescription: 'EXIFSECRET' } })
      .withXmp('<x>XMPSECRET</x>')
      .png()
      .toBuffer(),
    Buffer.from('<script>BEHINDSECRET</script>'),
  ])

describe('an imported picture', () => {
  it('contains its pixels and the record of its card, and nothing else of the file', async () => {
    const laden = await ladenPng()
    const zip = await changed((files, file) => {
      for (const name of [file.cards[0]?.images[0]?.file, file.uploads[0]?.file]) files.set(name ?? '', laden)
    })
    const { status, body: project } = await importZip(context.server, bob, zip)
    expect(status).toBe(201)
    const [card] = await cardsOf(bob, project.id)
    const image = await originalOf(bob, imageOf(card as GenerationShape))
    const { rows } = await execute(sql`select id from uploads where user_id = ${bob.userId}`)
    const upload = Buffer.from(await (await bob.raw('GET', `/api/uploads/${rows[0]?.id}/file`)).arrayBuffer())
    for (const bytes of [image, upload]) {
      expect(bytes.includes('SECRET')).toBe(false)
      expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(laden).raw().toBuffer())
    }
    expect(await readRecord(image)).toMatchObject({
      prompt: card?.prompt,
      image: imageOf(card as GenerationShape),
      generation: card?.id,
    })
    expect(await readRecord(upload)).toBeNull()
  })

  it('has its thumbnails at once', async () => {
    const { body: project } = await importZip(context.server, bob, await changed(() => undefined))
    const [card] = await cardsOf(bob, project.id)
    const keys: string[] = []
    for await (const { key } of context.server.storage.list()) keys.push(key)
    expect(keys.filter((key) => key.includes(imageOf(card as GenerationShape)))).toHaveLength(4)
  })

  it('is refused where its pixels are damaged, though its header is whole', async () => {
    const whole = await noise(300, 300).png().toBuffer()
    const broken = Buffer.concat([whole.subarray(0, 500), Buffer.alloc(50_000)])
    const zip = await changed((files, file) => void files.set(file.cards[0]?.images[0]?.file ?? '', broken))
    const { status, body } = await importZip(context.server, bob, zip)
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^images\/.* is no picture that can be read\.$/),
    ])
  })

  it('takes no more room than its pixels, however much is appended to them', async () => {
    const padded = Buffer.concat([await noise(4, 4).png().toBuffer(), Buffer.alloc(5_000_000)])
    const zip = await changed((files, file) => void files.set(file.cards[0]?.images[0]?.file ?? '', padded))
    const { body: project } = await importZip(context.server, bob, zip)
    const [card] = await cardsOf(bob, project.id)
    expect((await originalOf(bob, imageOf(card as GenerationShape))).byteLength).toBeLessThan(5_000)
  })
})

describe('a zip', () => {
  it('is refused where it lists more files than its cards name', async () => {
    const zip = await changed(async (files) => {
      const picture = await noise(4, 4).png().toBuffer()
      for (let place = 0; place < 20; place++)
        files.set(`images/00000000-0000-4000-8000-${String(place).padStart(12, '0')}.png`, picture)
    })
    const { status, body } = await importZip(context.server, bob, zip)
    expect([status, body.message]).toEqual([400, 'The file holds more pictures than its cards name.'])
  })

  it('is accepted where its tree comes before its pictures, as older versions wrote it', async () => {
    const files = await exportOf(ada, projectId)
    const tree = files.get('project.json') ?? ''
    const older = new Map([['project.json', tree], ...[...files].filter(([name]) => name !== 'project.json')])
    expect((await importZip(context.server, bob, await zipOf(older))).status).toBe(201)
  })
})

describe('an export', () => {
  it('leaves out a picture whose file is missing, reports that, and can be imported', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'with a loss' }))
    const { rows } = await execute(sql`select storage_key as key from generated_images where id = ${imageOf(card, 1)}`)
    await context.server.storage.remove(String(rows[0]?.key))
    const zip = await exportOf(ada, card.projectId)
    const images = projectFileOf(zip).cards[0]?.images ?? []
    expect(images.map(({ status, file }) => [status, file !== null])).toEqual([
      ['completed', true],
      ['failed', false],
      ['completed', true],
      ['completed', true],
    ])
    expect(images[1]?.error?.message).toBe('The picture was missing when the project was exported.')
    expect((await importZip(context.server, bob, await zipOf(zip))).status).toBe(201)
  })
})

describe('a rebuilt picture', () => {
  const rebuild = async (
    { app }: Pick<Server, 'app'>,
    { project, bytes, scope = 'card' }: { project: string; bytes: Uint8Array; scope?: string },
  ) => {
    const form = new FormData()
    form.append('file', new File([Uint8Array.from(bytes)], 'picture.png'))
    const headers = { host: 'localhost', origin: testOrigin, cookie: bob.cookie }
    return app.request(`/api/projects/${project}/rebuild?scope=${scope}`, {
      method: 'POST',
      headers,
      body: await formBlob(form),
    })
  }
  const withHistory = async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'ROOTSECRET' }))
    const child = await ada.settled(
      await ada.generate({
        prompt: 'a child',
        projectId: root.projectId,
        parentImageId: imageOf(root),
        branchKind: 'remix',
      }),
    )
    return new Uint8Array(await (await ada.raw('GET', `/api/images/${imageOf(child)}/history`)).arrayBuffer())
  }
  const emptyProject = async () =>
    (await bob.send<{ id: string }>('POST', '/api/projects', { title: 'Rebuilt' })).body.id

  it('contains the record of its new card, and nothing of its former ancestors', async () => {
    const picture = await withHistory()
    expect(Buffer.from(picture).includes('ROOTSECRET')).toBe(true)
    const project = await emptyProject()
    expect((await rebuild(context.server, { project, bytes: picture })).status).toBe(201)
    const [card] = await cardsOf(bob, project)
    const copied = imageOf(card as GenerationShape)
    const stored = Buffer.from((await context.server.storage.get(originalKey(copied, 1))) ?? [])
    expect(['ROOTSECRET', 'c2pa', 'caBX'].filter((text) => stored.includes(text))).toEqual([])
    const sent = await originalOf(bob, copied)
    expect(sent.includes('ROOTSECRET')).toBe(false)
    expect(await verifiedCredentials('image/png', sent)).toMatchObject({ state: 'Valid', actions: ['c2pa.created'] })
    expect(await readRecord(stored)).toMatchObject({ prompt: 'a child', image: imageOf(card as GenerationShape) })
    expect(await sharp(stored).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer())
  })

  it('is refused with a sentence where its branch is longer than a project may be', async () => {
    const small = context.server.another({ PERSON_LIMITS: 'cards=1' })
    const reply = await rebuild(small, { project: await emptyProject(), bytes: await withHistory(), scope: 'branch' })
    expect([reply.status, await reply.json()]).toEqual([
      413,
      {
        code: 'too-large',
        message: 'This project has 1 cards, which is the most there can be. Go on in another one.',
      },
    ])
  })
})
