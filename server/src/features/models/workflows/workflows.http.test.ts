import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import type { LookedAtWorkflow, WorkflowShape } from '#contract/models/workflow.ts'
import { findSlots, maxWorkflows, type WorkflowGraph } from '#domain/workflows/workflow.ts'
import { comfyWorkflows } from '#server/db/schema/comfy-workflows.ts'
import { createComfyUiProvider } from '#server/providers/local/comfyui/comfyui-provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { readZip } from '#server-testing/read-zip.ts'
import { removedAccount } from '#server-testing/removed-account.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { startComfyUiFake } from '#server-testing/vendors/comfyui-fake.ts'
import { readOrder } from '#server-testing/vendors/comfyui-graph.ts'

const comfy = await startComfyUiFake()
afterAll(() => comfy.stop())
const context = withTestServer({
  providers: [createInstantProvider(), createComfyUiProvider({ addresses: [comfy.url], pollMs: 10 })],
})

const node = (class_type: string, inputs: Record<string, unknown>, title?: string) => ({
  class_type,
  inputs,
  ...(title !== undefined && { _meta: { title } }),
})
const plain = {
  1: node('CheckpointLoaderSimple', { ckpt_name: 'sdxl/base_1.0.safetensors' }, 'My model'),
  2: node('CLIPTextEncode', { text: 'scenery', clip: ['1', 1] }),
  3: node('CLIPTextEncode', { text: 'blurry', clip: ['1', 1] }),
  4: node('EmptyLatentImage', { width: 640, height: 512, batch_size: 1 }),
  5: node('KSampler', {
    ...{ seed: 4, steps: 20, cfg: 8, sampler_name: 'euler', scheduler: 'normal', denoise: 1 },
    ...{ model: ['1', 0], positive: ['2', 0], negative: ['3', 0], latent_image: ['4', 0] },
  }),
  6: node('VAEDecode', { samples: ['5', 0], vae: ['1', 2] }),
  7: node('SaveImage', { images: ['6', 0], filename_prefix: 'mine' }),
} satisfies WorkflowGraph
const links = { model: ['1', 0], clip: ['1', 1], vae: ['1', 2] }
const withGrain = { ...plain, 8: node('FilmGrain', { images: ['6', 0], amount: 0.5 }) }
const fromFile = {
  ...plain,
  4: node('VAEEncode', { pixels: ['8', 0], vae: ['1', 2] }),
  8: node('LoadImage', { image: 'of-another.png' }),
}

let operator: TestClient
let ada: TestClient
let count = 0
beforeAll(async () => {
  // The first account runs the server.
  operator = await signUp(context.server)
  await vi.waitFor(async () => expect((await list(operator)).isReachable).toBe(true), { timeout: 20_000 })
})
beforeEach(async () => {
  ada = await signUp(context.server)
})

type Listed = { items: WorkflowShape[]; canAddForEveryone: boolean; isReachable: boolean }
const list = async (client: TestClient) => (await client.send<Listed>('GET', '/api/workflows')).body
const freshName = () => `Mine ${++count}`
const add = (client: TestClient, over: Record<string, unknown> = {}) =>
  client.send<WorkflowShape>('POST', '/api/workflows', {
    name: freshName(),
    graph: plain,
    slots: findSlots(plain),
    values: [],
    audience: 'me',
    ...over,
  })
const stateOf = async (client: TestClient, { id }: WorkflowShape) =>
  (await list(client)).items.find((each) => each.id === id)
/** Waits until ComfyUI has the test of a workflow. */
const startedTest = async ({ id }: WorkflowShape) => {
  const { system } = context.server.database
  const rows = () => system.select().from(comfyWorkflows).where(eq(comfyWorkflows.id, id))
  await expect.poll(async () => (await rows())[0]?.testRequestId ?? null, { timeout: 20_000 }).not.toBeNull()
}
const settled = async (client: TestClient, workflow: WorkflowShape) => {
  await expect.poll(async () => (await stateOf(client, workflow))?.state, { timeout: 20_000 }).not.toBe('testing')
  const found = await stateOf(client, workflow)
  if (!found) throw new Error('The workflow is gone.')
  return found
}
const worked = async (client: TestClient, over: Record<string, unknown> = {}) => {
  const added = await settled(client, (await add(client, over)).body)
  expect([added.state, added.reason]).toEqual(['works', null])
  return added
}
const pickerOf = async (client: TestClient, { model }: WorkflowShape) => {
  const { body } = await client.send<{ items: ModelShape[] }>('GET', '/api/models')
  return body.items.find(({ value }) => value === model)
}
const lastOrder = () => readOrder(comfy.lastCreate().json())
const messageOf = ({ body }: { body: unknown }) => (body as { message?: string }).message

describe('looking at a workflow', () => {
  it('finds its slots and what its nodes take, and stores nothing', async () => {
    const looked = await ada.send<LookedAtWorkflow>('POST', '/api/workflows/look', { graph: plain })
    expect(looked.status).toBe(200)
    expect(looked.body.faults).toEqual([])
    expect(looked.body.slots.map(({ slot, node: id }) => [slot, id])).toEqual([
      ['prompt', '2'],
      ['seed', '5'],
      ['width', '4'],
      ['height', '4'],
    ])
    const input = (id: string, name: string) =>
      looked.body.inputs.find((each) => each.node === id && each.input === name)
    expect(input('1', 'ckpt_name')).toMatchObject({
      title: 'My model',
      options: ['sdxl/base_1.0.safetensors', 'sd15/plain.safetensors'],
    })
    expect(input('5', 'steps')).toMatchObject({ value: 20, least: 1, most: 10_000, options: null })
    expect(input('3', 'text')).toMatchObject({ value: 'blurry', isLong: true })
    expect((await list(ada)).items).toEqual([])
  })

  it('names each node that ComfyUI does not have', async () => {
    const graph = { ...plain, 9: node('SuperUpscale', { by: 2 }, 'Bigger') }
    const { body } = await ada.send<LookedAtWorkflow>('POST', '/api/workflows/look', { graph })
    expect(body.faults).toEqual([
      {
        node: '9',
        message: "ComfyUI does not have 'Bigger' (SuperUpscale, node 9). Install its extension there.",
      },
    ])
  })

  it('names a node whose width can be no picture, and refuses the workflow', async () => {
    const graph = { ...plain, 4: node('EmptyLatentImage', { width: 0, height: 1_024, batch_size: 1 }) }
    const looked = await ada.send<LookedAtWorkflow>('POST', '/api/workflows/look', { graph })
    expect(looked.body.faults).toEqual([
      { node: '4', message: expect.stringContaining('a whole number from 1 to 16384') },
    ])
    const added = await add(ada, { graph })
    expect([added.status, messageOf(added)]).toEqual([400, expect.stringContaining('as its width')])
  })

  it.each([
    ['no graph', { nodes: [], links: [] }],
    ['no nodes', {}],
    ['a node without a class', { 1: { inputs: {} } }],
    ['NUL in a text', { 1: node('CLIPTextEncode', { text: 'a\u0000b' }) }],
  ])('refuses %s', async (_name, graph) => {
    expect((await ada.send('POST', '/api/workflows/look', { graph })).status).toBe(400)
  })
})

describe('a workflow', () => {
  it('is tested with its own size before it is listed, and makes pictures from then on', async () => {
    const before = comfy.creates().length
    const added = await add(ada, { name: 'Poster' })
    expect([added.status, added.body.state, added.body.workedAt]).toEqual([201, 'testing', null])
    const mine = await settled(ada, added.body)
    expect(mine).toMatchObject({ state: 'works', slots: ['prompt', 'seed', 'width', 'height'], canChange: true })
    expect(mine.seconds).toBeGreaterThan(0)
    expect(comfy.creates()).toHaveLength(before + 1)
    expect(lastOrder()).toMatchObject({ size: { width: 640, height: 512 }, seed: 1 })

    expect(await pickerOf(ada, mine)).toMatchObject({
      name: 'Poster (ComfyUI workflow)',
      isAvailable: true,
      badge: 'Yours',
      does: ['words'],
    })
    const started = await ada.generate({ prompt: 'a lighthouse', model: mine.model, aspectRatio: '16:9' })
    const { status, images } = await ada.settled(started)
    expect([status, images[0]?.width, images[0]?.height]).toEqual(['completed', 1280, 720])
    // Shown in place of saved: no other user can load it there.
    expect(lastOrder()?.nodes.get('PreviewImage')).toEqual({ images: ['6', 0] })
  })

  it('is added once by requests of the same Idempotency-Key', async () => {
    const body = { name: freshName(), graph: plain, slots: findSlots(plain), values: [], audience: 'me' }
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => ada.send<WorkflowShape>('POST', '/api/workflows', body, headers)
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    expect((await list(ada)).items.map(({ id }) => id)).toEqual([first.body.id])
    await settled(ada, first.body)
  })

  it('keeps the values that were chosen', async () => {
    const values = [
      { node: '5', input: 'steps', value: 7 },
      { node: '1', input: 'ckpt_name', value: 'sd15/plain.safetensors' },
    ]
    const mine = await worked(ada, { values })
    expect(lastOrder()?.nodes.get('KSampler')).toMatchObject({ steps: 7 })
    const { body } = await ada.send<LookedAtWorkflow>('GET', `/api/workflows/${mine.id}`)
    expect(body.inputs.find(({ input }) => input === 'steps')?.value).toBe(7)
    expect(body.slots).toHaveLength(4)
    await ada.send('PATCH', `/api/workflows/${mine.id}`, { values: [{ node: '5', input: 'steps', value: 8 }] })
    await settled(ada, mine)
    expect(lastOrder()?.nodes.get('KSampler')).toMatchObject({ steps: 8 })
    expect(lastOrder()?.nodes.get('CheckpointLoaderSimple')).toEqual({ ckpt_name: 'sd15/plain.safetensors' })
  })

  it('asks for the inputs that were chosen for that, and keeps their values with the card and in the file', async () => {
    const asked = ['steps', 'sampler_name'].map((input) => ({ node: '5', input }))
    const mine = await worked(ada, { asked })
    const [steps, sampler] = (await pickerOf(ada, mine))?.controls?.inputs?.options ?? []
    expect(steps).toEqual({
      ...{ name: 'KSampler · steps', usual: 20, options: null, isLong: false },
      ...{ least: 1, most: 10_000, isWhole: true },
    })
    expect(sampler).toMatchObject({ name: 'KSampler · sampler_name', usual: 'euler', options: ['euler', 'dpmpp_2m'] })

    const inputs = [
      { name: 'KSampler · steps', value: 33 },
      { name: 'KSampler · sampler_name', value: 'dpmpp_2m' },
    ]
    const started = await ada.generate({ prompt: 'a fox', model: mine.model, controls: { inputs }, count: 1 })
    const { status, settings, images } = await ada.settled(started)
    expect([status, settings.controls]).toEqual(['completed', { inputs }])
    expect(lastOrder()?.nodes.get('KSampler')).toMatchObject({ steps: 33, sampler_name: 'dpmpp_2m', cfg: 8 })
    const file = await ada.raw('GET', `/api/images/${images[0]?.id}/file`)
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toContain('"value":33')

    for (const [value, reason] of [
      [{ name: 'KSampler · cfg', value: 3 }, 'has no input named KSampler · cfg.'],
      [{ name: 'KSampler · steps', value: 0 }, 'takes KSampler · steps from 1 on.'],
    ] as const) {
      const body = { prompt: 'a fox', model: mine.model, controls: { inputs: [value] } }
      const refused = await ada.send('POST', '/api/generations', body)
      expect([refused.status, messageOf(refused)]).toEqual([422, `${mine.name} (ComfyUI workflow) ${reason}`])
    }

    // What people choose is not tested again: the graph is the same.
    const before = comfy.creates().length
    const changed = await ada.send<WorkflowShape>('PATCH', `/api/workflows/${mine.id}`, { asked: asked.slice(1) })
    expect(changed.body.state).toBe('works')
    expect((await pickerOf(ada, mine))?.controls?.inputs?.options.map(({ name }) => name)).toEqual([sampler?.name])
    const { body } = await ada.send<LookedAtWorkflow>('GET', `/api/workflows/${mine.id}`)
    expect(body.inputs.filter((each) => each.asked === 'each-picture').map(({ input }) => input)).toEqual([
      'sampler_name',
    ])
    expect(comfy.creates()).toHaveLength(before)
  })

  it('that fails in its test says at which node, is no model, and may be changed until it works', async () => {
    comfy.play('fails')
    const added = await add(ada)
    const failed = await settled(ada, added.body)
    expect(failed.state).toBe('failed')
    expect(failed.reason).toMatch(/^ComfyUI failed at KSampler \(node 5\): /)
    expect(await pickerOf(ada, failed)).toBeUndefined()
    const values = [{ node: '5', input: 'steps', value: 9 }]
    const changed = await ada.send<WorkflowShape>('PATCH', `/api/workflows/${failed.id}`, { values })
    expect([changed.status, changed.body.state]).toEqual([200, 'testing'])
    expect(await settled(ada, failed)).toMatchObject({ state: 'works', reason: null })
    expect((await pickerOf(ada, failed))?.isAvailable).toBe(true)
  })

  it('with a value that ComfyUI refuses names the node', async () => {
    const values = [{ node: '1', input: 'ckpt_name', value: 'gone.ckpt' }]
    const failed = await settled(ada, (await add(ada, { values })).body)
    expect(failed.reason).toMatch(/^ComfyUI refuses 'My model' \(CheckpointLoaderSimple, node 1\): Value not in list/)
  })

  it('that is changed is no model until it has worked as it is now; a new name alone is no change', async () => {
    const mine = await worked(ada)
    comfy.play('silent')
    await ada.send('PATCH', `/api/workflows/${mine.id}`, { values: [{ node: '5', input: 'steps', value: 3 }] })
    await startedTest(mine)
    expect(await pickerOf(ada, mine)).toBeUndefined()
    // The second test ends the one that hangs.
    await ada.send('POST', `/api/workflows/${mine.id}/test`)
    expect(await settled(ada, mine)).toMatchObject({ state: 'works' })
    const renamed = await ada.send<WorkflowShape>('PATCH', `/api/workflows/${mine.id}`, { name: 'Better' })
    expect(renamed.body).toMatchObject({ name: 'Better', state: 'works' })
    expect((await pickerOf(ada, mine))?.name).toBe('Better (ComfyUI workflow)')
  })

  it('that works since a moment ago, as another process wrote, makes pictures at once', async () => {
    const mine = await worked(ada)
    comfy.play('silent')
    await ada.send('PATCH', `/api/workflows/${mine.id}`, { values: [{ node: '5', input: 'steps', value: 3 }] })
    await startedTest(mine)
    const asked = { prompt: 'a fox', model: mine.model }
    const refused = await ada.send('POST', '/api/generations', asked)
    expect([refused.status, messageOf(refused)]).toEqual([422, expect.stringMatching(/does not work at the moment/)])
    const { system } = context.server.database
    // No process is notified.
    const works = { state: 'works', testingUntil: null, workedAt: new Date() } as const
    await system.update(comfyWorkflows).set(works).where(eq(comfyWorkflows.id, mine.id))
    expect(await ada.send('POST', '/api/generations', asked)).toMatchObject({ status: 202 })
  })

  it('whose test lost its process says so, and goes on when it is tested again', async () => {
    const mine = await worked(ada)
    const { system } = context.server.database
    const lost = { state: 'testing', testingUntil: new Date(Date.now() - 1) } as const
    await system.update(comfyWorkflows).set(lost).where(eq(comfyWorkflows.id, mine.id))
    expect(await stateOf(ada, mine)).toMatchObject({
      state: 'works',
      reason: 'The test was interrupted. Test it again.',
    })
    await ada.send('POST', `/api/workflows/${mine.id}/test`)
    expect(await settled(ada, mine)).toMatchObject({ state: 'works', reason: null })
  })

  it('that is removed leaves its name on cards, and makes nothing any more', async () => {
    const mine = await worked(ada, { name: 'Short-lived' })
    await ada.settled(await ada.generate({ prompt: 'a fox', model: mine.model }))
    expect((await ada.send('DELETE', `/api/workflows/${mine.id}`)).status).toBe(200)
    expect((await list(ada)).items).toEqual([])
    expect(await pickerOf(ada, mine)).toBeUndefined()
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a fox', model: mine.model })
    expect(refused.status).toBe(422)
    expect(messageOf(refused)).toMatch(/Short-lived was removed from this server\.$/)
    const [row] = await context.server.database.system
      .select()
      .from(comfyWorkflows)
      .where(eq(comfyWorkflows.id, mine.id))
    expect(row?.graph).toEqual({})
  })

  it.each([
    ['no slot for words or a picture', { slots: [] }, ['slots']],
    ['a slot at a link', { slots: [{ slot: 'prompt', node: '2', input: 'clip' }] }, ['slots']],
    ['a value of another kind', { values: [{ node: '5', input: 'steps', value: 'many' }] }, ['values']],
    ['a node that ComfyUI does not have', { graph: { ...plain, 9: node('SuperUpscale', {}) } }, ['graph']],
    ['a slot that is asked for', { asked: [{ node: '2', input: 'text' }] }, ['asked']],
    ['a link that is asked for', { asked: [{ node: '2', input: 'clip' }] }, ['asked']],
    ['no name', { name: ' ' }, ['name']],
    ['a field of its own', { colour: 'red' }, undefined],
  ])('is refused with %s', async (_name, over, path) => {
    const before = comfy.creates().length
    const refused = await add(ada, over)
    expect(refused.status).toBe(400)
    const issues = (refused.body as { data?: { issues?: { path: string[] }[] } }).data?.issues
    if (path) expect(issues?.[0]?.path).toEqual(path)
    expect((await list(ada)).items).toEqual([])
    expect(comfy.creates()).toHaveLength(before)
  })

  it('has a name that no other of the same person has, and there is an end to their number', async () => {
    const [one, two] = await Promise.all([add(ada, { name: 'Twin' }), add(ada, { name: 'twin' })])
    expect([one.status, two.status].toSorted()).toEqual([201, 400])
    const { system } = context.server.database
    const rows = Array.from({ length: maxWorkflows }, (_, i) => ({
      ...{ id: randomUUID(), userId: ada.userId, name: `Many ${i}`, graph: plain },
      ...{ places: [], values: [], state: 'failed' as const },
    }))
    await system.insert(comfyWorkflows).values(rows)
    const refused = await add(ada)
    expect([refused.status, messageOf(refused)]).toEqual([422, 'There are 50 workflows already. Remove one first.'])
  })
})

describe('whose a workflow is', () => {
  it('a person’s own does not exist for others', async () => {
    const mine = await worked(ada)
    const bob = await signUp(context.server)
    expect((await list(bob)).items).toEqual([])
    expect(await pickerOf(bob, mine)).toBeUndefined()
    for (const client of [bob, operator])
      expect(
        await Promise.all(
          (
            [
              ['GET', ''],
              ['PATCH', ''],
              ['POST', '/test'],
              ['DELETE', ''],
            ] as const
          ).map(
            async ([method, path]) =>
              (
                await client.send(
                  method,
                  `/api/workflows/${mine.id}${path}`,
                  ...(method === 'PATCH' ? [{ name: 'X' }] : []),
                )
              ).status,
          ),
        ),
      ).toEqual([404, 404, 404, 404])
    const asked = await bob.send('POST', '/api/generations', { prompt: 'x', model: mine.model })
    const unknown = await bob.send('POST', '/api/generations', { prompt: 'x', model: `workflow:${randomUUID()}` })
    expect([asked.status, messageOf(asked)?.replace(mine.model, '')]).toEqual([
      unknown.status,
      messageOf(unknown)?.replace(/workflow:[-0-9a-f]+/, ''),
    ])
    expect((await sendOpen(context.server, 'GET', '/api/workflows')).status).toBe(401)
  })

  it('the operator’s is everybody’s, who may use it and not change it', async () => {
    expect((await add(ada, { audience: 'everyone' })).status).toBe(422)
    const shared = await worked(operator, { audience: 'everyone' })
    expect(await stateOf(ada, shared)).toMatchObject({ audience: 'everyone', canChange: false })
    expect(await pickerOf(ada, shared)).toMatchObject({ isAvailable: true, badge: 'Local' })
    expect((await ada.send('DELETE', `/api/workflows/${shared.id}`)).status).toBe(422)
    expect((await ada.send('GET', `/api/workflows/${shared.id}`)).status).toBe(422)
    expect((await operator.send('DELETE', `/api/workflows/${shared.id}`)).status).toBe(200)
    expect((await list(ada)).items).toEqual([])
  })

  it('with nodes of an extension, or files of ComfyUI, only the operator adds it', async () => {
    const extension = await add(ada, { graph: withGrain })
    expect([extension.status, messageOf(extension)]).toEqual([
      400,
      'FilmGrain (node 8) is of an extension of ComfyUI. Only the person who runs this server adds workflows with it.',
    ])
    const file = await add(ada, { graph: fromFile, slots: findSlots(fromFile).filter(({ slot }) => slot === 'prompt') })
    expect([file.status, messageOf(file)]).toEqual([
      400,
      'LoadImage (node 8) loads a file that is stored in ComfyUI. Choose it as the picture or the mask.',
    ])
    const stores = { ...plain, 8: node('CheckpointSave', { ...links, filename_prefix: 'mine' }) }
    expect(messageOf(await add(ada, { graph: stores }))).toBe(
      'CheckpointSave (node 8) stores a model in ComfyUI. Only the person who runs this server adds workflows with it.',
    )
    await worked(operator, { graph: withGrain })
    const mine = await worked(ada, { graph: fromFile, slots: findSlots(fromFile) })
    expect(await pickerOf(ada, mine)).toMatchObject({ does: ['edit'] })
  })

  it('it goes with the account, and is in its export', async () => {
    const mine = await worked(ada, { name: 'To take along' })
    const exported = await ada.raw('POST', '/api/account/export')
    const entries = readZip(Buffer.from(await exported.arrayBuffer()))
    expect(JSON.parse(entries.get('workflows.json')?.toString() ?? '')).toMatchObject([
      { id: mine.id, name: 'To take along', graph: { 1: { class_type: 'CheckpointLoaderSimple' } } },
    ])
    await ada.send('DELETE', '/api/account', { password: 'correct horse' })
    await removedAccount(context.server, ada.userId)
    const rows = await context.server.database.system
      .select()
      .from(comfyWorkflows)
      .where(eq(comfyWorkflows.id, mine.id))
    expect(rows).toEqual([])
  })
})

describe('without ComfyUI', () => {
  it('nothing can be added, and one that worked stays as it is', async () => {
    const mine = await worked(ada)
    await comfy.stop()
    const refused = await add(ada)
    expect([refused.status, messageOf(refused)]).toEqual([
      503,
      'ComfyUI does not answer at the moment. Start it, then try again.',
    ])
    await ada.send('POST', `/api/workflows/${mine.id}/test`)
    expect(await settled(ada, mine)).toMatchObject({
      state: 'works',
      reason: expect.stringMatching(/^(ComfyUI can not be reached|No engine answers)/),
    })
    expect((await list(ada)).isReachable).toBe(false)
    expect(await pickerOf(ada, mine)).toMatchObject({
      isAvailable: false,
      missing: 'ComfyUI does not answer at the moment.',
    })
  })
})
