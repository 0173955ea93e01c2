import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { PurseShape, PurseStepShape } from '#contract/programs/purse.ts'
import { callTool, connectAgent, dataOfTool } from '#server-testing/agent-client.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { programOf } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({
  providers: [createInstantProvider({}, 'full-size')],
  variables: { SKETCH_CREDITS: '1' },
  plans: { signUp: 1_000 },
})

let ada: TestClient
let projectId: string
let purse: PurseShape
let agent: Client
const opened: Client[] = []
beforeEach(async () => {
  ada = await signUp(context.server)
  projectId = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Walled garden' })).body.id
  const area = { x: 0, y: 0, width: 3_600, height: 1_800 }
  const made = await ada.send<PurseShape>('POST', `/api/projects/${projectId}/purses`, {
    name: 'Harvest agent',
    most: 1_000,
    ...area,
  })
  purse = made.body
  const token = await ada.send<CreatedTokenShape>('POST', `/api/purses/${purse.id}/token`, { name: 'Claude Code' })
  agent = await connectAgent(
    context.server,
    programOf(context.server, { id: token.body.token.id, secret: token.body.secret }),
  )
  opened.push(agent)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()))
})

type Card = { card: string; id: string; credits: number; images: { image: string }[]; left: { purse: object } }
const stepsOf = async () =>
  (await ada.send<{ items: PurseStepShape[] }>('GET', `/api/purses/${purse.id}/steps`)).body.items.toReversed()
const put = async (prompt: string, canvasX: number, canvasY: number) =>
  ada.settled(await ada.generate({ prompt, projectId, count: 1, canvasX, canvasY }))

describe('an agent in a purse', () => {
  it('reads what lies inside, with what is left and where, and has no tool for the whole board', async () => {
    const inside = await put('inside', 100, 100)
    await put('beside', 9_000, 100)
    const { text } = await callTool(agent, 'read_board', { project: projectId })
    expect(text).toContain('1 cards')
    expect(text).toContain(
      'Your purse, outside of which you see and do nothing: {"name":"Harvest agent","credits":10,"spent":0,"left":10,"state":"open","area":{"x":0,"y":0,"width":3600,"height":1800}}',
    )
    expect(text).toContain(inside.id.slice(0, 8))
    expect(text).not.toContain('beside')
    const { tools } = await agent.listTools()
    const names = tools.map(({ name }) => name)
    for (const wide of ['create_project', 'tidy_board', 'share_project']) expect(names).not.toContain(wide)
    expect(names).toContain('generate_images')
  })

  it('makes, branches, stars, moves and deletes inside, and each step says why', async () => {
    const old = await put('by hand', 2_700, 40)
    const made = await dataOfTool<Card>(agent, 'generate_images', {
      project: projectId,
      prompt: 'The same wall in April',
      count: 2,
      why: 'Blossom is the first season of the brief.',
    })
    expect(made).toMatchObject({ credits: 2, left: { purse: { left: 8 } } })
    const [image] = made.images
    await dataOfTool(agent, 'rate_image', { image: image?.image, mark: 'star', why: 'Nearest to the old photograph.' })
    const branch = await dataOfTool<Card>(agent, 'branch_image', {
      image: image?.image,
      prompt: 'Bare in fresh snow',
      count: 1,
    })
    await dataOfTool(agent, 'arrange_cards', {
      project: projectId,
      changes: [{ card: old.id, x: 2_700, y: 900, collapsed: true }],
      why: 'Room for the seasons.',
    })
    await dataOfTool(agent, 'move_to_trash', { card: branch.card })
    await dataOfTool(agent, 'restore_from_trash', { card: branch.card })
    const steps = await stepsOf()
    expect(steps.map(({ kind, why, title, price }) => [kind, why, title, price])).toEqual([
      ['made', 'Blossom is the first season of the brief.', 'The same wall in April', 200],
      ['marked', 'Nearest to the old photograph.', 'The same wall in April', 0],
      ['branched', null, 'Bare in fresh snow', 100],
      ['arranged', 'Room for the seasons.', 'by hand', 0],
      ['trashed', null, 'Bare in fresh snow', 0],
      ['restored', null, 'Bare in fresh snow', 0],
    ])
    expect(steps[1]?.effects).toMatchObject([{ kind: 'marked', generationId: made.id, feedbackType: 'star', to: true }])
    expect(steps[3]?.effects).toEqual([
      { kind: 'placed', generationId: old.id, from: { x: 2_700, y: 40 }, to: { x: 2_700, y: 900 } },
      { kind: 'folded', generationId: old.id, to: true },
    ])
    const { body } = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    expect(body.items.find(({ id }) => id === made.id)?.madeBy).toMatchObject({
      name: 'Claude Code',
      purseId: purse.id,
      why: 'Blossom is the first season of the brief.',
    })
  })

  it('is refused what lies or leads outside, and nothing of it is done', async () => {
    const inside = await put('inside', 100, 100)
    const outside = await put('outside', 9_000, 100)
    const child = await ada.settled(
      await ada.generate({
        prompt: 'its branch',
        projectId,
        parentGenerationId: inside.id,
        count: 1,
        canvasX: 9_000,
        canvasY: 900,
      }),
    )
    for (const [tool, given] of [
      ['read_card', { card: outside.id }],
      ['get_image', { image: `${outside.id.slice(0, 8)}.1` }],
      ['branch_image', { image: `${outside.id.slice(0, 8)}.1`, prompt: 'x' }],
      ['rate_image', { image: `${outside.id.slice(0, 8)}.1`, mark: 'star' }],
      ['generate_images', { project: projectId, prompt: 'x', references: [`${child.id.slice(0, 8)}.1`] }],
    ] as const) {
      const refused = await callTool(agent, tool, given)
      expect([tool, refused.isError, refused.text]).toEqual([
        tool,
        true,
        expect.stringContaining('in the purse "Harvest agent", which is all that this token can see'),
      ])
    }
    const away = await callTool(agent, 'arrange_cards', {
      project: projectId,
      changes: [{ card: inside.id, x: 9_000, y: 0 }],
    })
    expect(away.text).toContain(`The place for card ${inside.id.slice(0, 8)} lies outside of the purse`)
    const deep = await callTool(agent, 'move_to_trash', { card: inside.id })
    expect(deep.text).toContain(`Card ${child.id.slice(0, 8)}, which this would change, lies outside of the purse`)
    expect(await stepsOf()).toEqual([])
    const { body } = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    expect(body.items).toHaveLength(3)
  })

  it('is refused more than is left, with what is left and where, until it is raised', async () => {
    await dataOfTool(agent, 'generate_images', { project: projectId, prompt: 'one' })
    await dataOfTool(agent, 'generate_images', { project: projectId, prompt: 'two' })
    const refused = await callTool(agent, 'generate_images', { project: projectId, prompt: 'three' })
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain(
      "Refused (purse-empty): The purse 'Harvest agent' has 2.00 of its 10.00 credits left, and this costs 4.00.",
    )
    await ada.send('PATCH', `/api/purses/${purse.id}`, { most: 1_200 })
    expect(await dataOfTool(agent, 'get_credits')).toMatchObject({ purse: { credits: 12, spent: 8, left: 4 } })
    await dataOfTool(agent, 'generate_images', { project: projectId, prompt: 'three' })
  })
})
