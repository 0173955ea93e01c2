import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { CardFileRecord } from '#contract/board/project-file.ts'
import type { EditShape } from '#contract/cards/edit.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { noEditRecord } from '#domain/edit/edit-record.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import {
  cardRecord,
  type Files,
  fileId,
  filesOf,
  imageRecord,
  importZip,
  zipOf,
} from '#server-testing/project-files.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const krea = createInstantProvider({ name: 'krea', opens: 'by-key' })
const openai = createInstantProvider({ name: 'openai', opens: 'by-key' })
const context = withTestServer({
  providers: [createInstantProvider(), krea, openai],
  variables: { KREA_API_KEY: 'sk-of-the-operator', OPENAI_API_KEY: 'sk-of-the-operator', SELF_UPGRADE: 'on' },
  plans: { signUp: 1_000, daily: 0 },
})

const [parent, card, maskId] = [fileId(1), fileId(2), fileId(3)]
const source = `${parent.slice(0, -1)}1`
const cancelled = imageRecord(`${card.slice(0, -1)}1`, { status: 'cancelled', file: null, averageColor: null })

/** Imports a project, and tries the cancelled image of its second card again. */
async function retryOf(files: Files) {
  const eve = await signUp(context.server)
  await eve.send('PUT', '/api/billing/plan', { plan: 'max' })
  const imported = await importZip(context.server, eve, await zipOf(files))
  expect(imported.status, imported.body.message).toBe(201)
  const { id } = imported.body
  const { items } = (await eve.send<{ items: GenerationShape[] }>('GET', `/api/projects/${id}/generations`)).body
  const image = items.flatMap(({ images }) => images).find(({ status }) => status === 'cancelled')
  const { status, body } = await eve.send('POST', `/api/images/${image?.id}/retry`)
  return [status, body?.message]
}

/** A card that edits a picture of 4 × 3. */
const editOf = (asked: EditShape, over: Partial<CardFileRecord>): CardFileRecord =>
  cardRecord(card, {
    ...{ parentGenerationId: parent, parentImageId: source, branchKind: 'edit', images: [cancelled] },
    ...{ edit: { asked, record: noEditRecord } },
    ...over,
  })
const retriedEdit = async (asked: EditShape, over: Partial<CardFileRecord>) =>
  retryOf(await filesOf([cardRecord(parent, { images: [imageRecord(source)] }), editOf(asked, over)]))

describe('a retry of an imported card', () => {
  it.each<[string, Partial<CardFileRecord>, string]>([
    ['a resolution', { resolution: '4K' }, "Z-Image paints at 1K; 4K can't be asked for."],
    ['a raw mode', { rawMode: true }, 'Z-Image has no raw mode.'],
    ['a control', { controls: { steps: 1_000 } }, 'Z-Image has no number of steps to choose.'],
    ['no model of pictures', { model: 'this-machine' }, 'This machine edits pictures; it makes none from words.'],
  ])('is refused %s that its model does not take, as a request is', async (_, over, message) => {
    const made = cardRecord(card, { model: 'z-image', images: [cancelled], ...over })
    expect(await retryOf(await filesOf([made]))).toEqual([422, message])
    expect(krea.requests).toEqual([])
  })

  it.each<EditShape>([
    { operation: 'crop', frame: { x: 0, y: 0, width: 4, height: 3 } },
    { operation: 'adjust', adjustments: { light: 10 } },
    { operation: 'upscale', factor: 4 },
  ])('is refused an edit that its model does not do: %j', async (asked) => {
    const [status] = await retriedEdit(asked, { model: 'gpt-image-2-6-max', prompt: 'a palace' })
    expect([status, openai.requests]).toEqual([422, []])
  })

  it.each<[EditShape, string]>([
    [{ operation: 'crop' }, 'The operation crop needs frame.'],
    [
      { operation: 'extend', frame: { x: -9, y: 0, width: 16_384, height: 16_384 } },
      'The result would have 16384 × 16384 pixels, 269 million. At most 50 million are possible. Make the frame smaller.',
    ],
  ])('is refused an edit that does not fit its picture: %j', async (asked, message) =>
    expect(await retriedEdit(asked, { model: 'this-machine' })).toEqual([422, message]),
  )

  it('is refused an edit whose selection lies far beside its picture', async () => {
    const mask = sharp({ create: { width: 4, height: 3, channels: 3, background: '#ffffff' } }).toColourspace('b-w')
    const uploaded = { id: maskId, width: 4, height: 3, averageColor: '#ffffff', file: `uploads/${maskId}.png` }
    const asked: EditShape = { operation: 'erase', maskUploadId: maskId, feather: 1 }
    const record = { ...noEditRecord, maskId, maskBox: { x: 25_000, y: 25_000, width: 1, height: 1 } }
    const edit = editOf(asked, { model: 'this-machine', edit: { asked, record } })
    const files = await filesOf([cardRecord(parent, { images: [imageRecord(source)] }), edit])
    const tree = JSON.parse(String(files.get('project.json')))
    const withMask = new Map([
      ...files,
      ['project.json', JSON.stringify({ ...tree, uploads: [uploaded] })],
      [uploaded.file, await mask.png().toBuffer()],
    ])
    expect(await retryOf(withMask)).toEqual([422, 'The selection of this edit is not here.'])
  })
})
