import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import init, { WasmReader } from '@contentauth/c2pa-wasm'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBoardReader } from '#contract/board/board-reader.ts'
import type { BoardHeader, CompactCard } from '#contract/board/compact-board.ts'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { readParameters } from '#domain/records/parameters-text.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { bringPicture, edited, maskPng, type OwnPicture, uploadMask } from '#server-testing/edits.ts'
import { exportOf, projectFileOf } from '#server-testing/exported-project.ts'
import { importZip, zipOf } from '#server-testing/project-files.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { seriesOf } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const [width, height] = [96, 64]
let ada: TestClient
let photo: OwnPicture
let erased: GenerationShape
let cropped: GenerationShape
let maskUploadId: string
const frame = { x: 8, y: 8, width: 48, height: 32 }

beforeAll(async () => {
  await init({ module_or_path: await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) })
  ada = await signUp(context.server)
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#5a7d9a' } })
    .png()
    .toBuffer()
  photo = await bringPicture(context.server, ada, bytes)
  maskUploadId = await uploadMask(context.server, ada, await maskPng(width, height, (x, y) => x < 20 && y < 10))
  erased = await edited(ada, photo.imageId, { operation: 'erase', maskUploadId, grow: 1, feather: 2 })
  cropped = await edited(ada, erased.images[0]?.id ?? '', { operation: 'crop', frame })
})

const listOf = async (person: TestClient, projectId: string) =>
  (await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)).body.items
const withOperation = (cards: readonly GenerationShape[], operation: string) =>
  cards.find(({ edit }) => edit?.operation === operation)

describe('the record of an edit', () => {
  it('is the same in the list and on the compact board', async () => {
    const listed = withOperation(await listOf(ada, photo.projectId), 'erase')
    expect(listed).toEqual(erased)
    const reply = await ada.raw('GET', `/api/projects/${photo.projectId}/board`)
    const [header, ...lines] = (await reply.text()).trim().split('\n')
    const read = createBoardReader(JSON.parse(header ?? '') as BoardHeader)
    const cards = lines.flatMap((line) => read(JSON.parse(line) as CompactCard[]))
    expect(withOperation(cards, 'erase')).toEqual(erased)
    expect(withOperation(cards, 'crop')).toEqual(cropped)
  })

  it('is in the event that creates its card', async () => {
    const { rows } = await context.server.database.system.execute<{ data: { edit: unknown; executor: string } }>(
      sql`select data from events where name = 'generation-created' and data->>'generationId' = ${erased.id}`,
    )
    expect(rows[0]?.data).toMatchObject({ edit: erased.edit, executor: 'this-machine', editRecord: erased.editRecord })
  })

  it('is in the picture, signed, with what was done to each picture before it, and without the mask', async () => {
    const reply = await ada.raw('GET', `/api/images/${cropped.images[0]?.id}/history`)
    const bytes = Buffer.from(await reply.arrayBuffer())
    const record = (await readRecord(bytes)) as { edit: object; ancestors: { edit: object | null }[] }
    expect(record).toMatchObject({ branchKind: 'edit', edit: { operation: 'crop', frame }, model: 'This machine' })
    expect(record.ancestors).toMatchObject([
      { edit: null },
      { edit: { operation: 'erase', grow: 1, feather: 2, maskBox: { x: 0, y: 0, width: 20, height: 10 }, tool: null } },
    ])
    expect(JSON.stringify(record)).not.toContain(maskUploadId)
    const { comments } = await sharp(bytes).metadata()
    const text = comments?.find(({ keyword }) => keyword === 'parameters')?.text ?? ''
    expect(readParameters(text)?.others).toMatchObject({ Edit: 'crop' })

    const store = JSON.parse((await WasmReader.fromBytes('image/png', Uint8Array.from(bytes))).json()) as {
      validation_state: string
      manifests: Record<string, { assertions: { label: string; data: { actions?: { action: string }[] } }[] }>
    }
    const actions = Object.values(store.manifests).flatMap(({ assertions }) =>
      assertions.flatMap(({ data }) => data.actions?.map(({ action }) => action) ?? []),
    )
    expect(store.validation_state).toBe('Valid')
    expect(new Set(actions)).toEqual(new Set(['c2pa.opened', 'c2pa.edited', 'c2pa.cropped']))
  })

  it('travels in an exported project with its mask, and arrives under new ids', async () => {
    const zip = await exportOf(ada, photo.projectId)
    const file = projectFileOf(zip)
    const card = file.cards.find(({ id }) => id === erased.id)
    expect(card?.edit).toEqual({ asked: erased.edit, record: erased.editRecord })
    expect(file.uploads.map(({ id }) => id)).toEqual(expect.arrayContaining([maskUploadId, erased.editRecord?.maskId]))
    const bob = await signUp(context.server)
    const { status, body } = await importZip(context.server, bob, await zipOf(zip))
    expect(status).toBe(201)
    const arrived = withOperation(await listOf(bob, body.id), 'erase')
    expect(arrived).toMatchObject({
      branchKind: 'edit',
      executor: 'this-machine',
      edit: { operation: 'erase', grow: 1, feather: 2 },
      editRecord: { maskBox: { x: 0, y: 0, width: 20, height: 10 } },
    })
    const maskId = arrived?.editRecord?.maskId
    expect(maskId).not.toBe(erased.editRecord?.maskId)
    const mask = await bob.raw('GET', `/api/uploads/${maskId}/file`)
    const pixels = await sharp(Buffer.from(await mask.arrayBuffer()))
      .extractChannel(0)
      .raw()
      .toBuffer()
    expect([mask.status, pixels.filter((grey) => grey === 255).length]).toEqual([200, 200])
    const again = await edited(bob, arrived?.parentImageId ?? '', arrived?.edit ?? { operation: 'erase' })
    expect(again.images[0]?.status).toBe('completed')
  })

  it('keeps its mask from reviewers and from copies of a link', async () => {
    const link = await makeReviewLink(ada, photo.projectId)
    const visit = await openReviewLink(context.server, link)
    const shown = JSON.stringify(await visit.board())
    expect(shown).toContain('"operation":"erase"')
    expect(shown).not.toContain(maskUploadId)
    const bob = await signUp(context.server)
    const { body: copy } = await visit.send<ProjectShape>('POST', '/fork', undefined, `; ${bob.cookie}`)
    const card = withOperation(await listOf(bob, copy.id), 'erase')
    expect(card).toMatchObject({ edit: { operation: 'erase', grow: 1, feather: 2 }, editRecord: { maskId: null } })
    expect(card?.edit?.maskUploadId).toBeUndefined()
  })

  it('is made again with its branch: with its mask, on the new picture', async () => {
    const series = seriesOf(() => ada)
    const root = await ada.settled(await ada.generate({ prompt: 'a lake', count: 1 }))
    const [image] = root.images
    const mask = await uploadMask(
      context.server,
      ada,
      await maskPng(image?.width ?? 0, image?.height ?? 0, (x, y) => x < 8 && y < 8),
    )
    const edit = { operation: 'erase', maskUploadId: mask } as const
    const branch = await edited(ada, image?.id ?? '', edit)
    const { status, body } = await series.ask({
      kind: 'rerun',
      projectId: root.projectId,
      steps: [
        { prompt: 'a lake', model: 'Sketch', count: 1, canvasX: 5_000, canvasY: 0, repeats: root.id },
        {
          edit,
          model: 'This machine',
          branchKind: 'edit',
          count: 1,
          canvasX: 6_000,
          canvasY: 0,
          dependsOn: 0,
          parentImagePlace: 0,
          repeats: branch.id,
        },
      ],
    })
    expect(status).toBe(202)
    const ended = await series.ended(body.id)
    expect(ended.steps.map((step) => [step.status, step.message])).toEqual([
      ['started', null],
      ['started', null],
    ])
    const again = (await listOf(ada, root.projectId)).find(({ id }) => id === ended.steps[1]?.generationId)
    expect(again).toMatchObject({
      edit,
      executor: 'this-machine',
      branchKind: 'edit',
      images: [{ status: 'completed' }],
    })
    expect(again?.editRecord?.maskId).toBe(branch.editRecord?.maskId)
  })
})
