import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { DescriptionShape } from '#contract/cards/description.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CreatedTokenShape, CreateTokenBody } from '#contract/programs/api-token.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { callTool, connectAgent, dataOfTool } from '#server-testing/agent-client.ts'
import { makeProgram, programOf } from '#server-testing/program.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const opened: Client[] = []
let ada: TestClient
let fox: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  fox = await ada.settled(await ada.generate({ prompt: 'a fox', count: 2 }))
})

let agent: Client
const connect = async (program: Parameters<typeof connectAgent>[1]) => {
  const client = await connectAgent(context.server, program)
  opened.push(client)
  return client
}
const agentOf = async (person: TestClient, token: Partial<CreateTokenBody> = {}) =>
  connect(await makeProgram(context.server, person, { name: 'Claude', ...token }))
const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
beforeEach(async () => {
  agent = await agentOf(ada)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()))
})

const imageName = (index = 0) => `${fox.id.slice(0, 8)}.${index + 1}`
const imageId = (index = 0) => fox.images[index]?.id ?? ''
const writingTools = ['save_prompt', 'name_reference', 'describe_image']

describe('save_prompt', () => {
  const savedPrompts = async () =>
    (await ada.send<{ items: SavedPromptShape[] }>('GET', '/api/saved-prompts')).body.items.map(
      ({ name, text, tags }) => ({ name, text, tags }),
    )

  it('saves a prompt with its tags, which list_words finds', async () => {
    const given = { name: 'Fox at dawn', text: ' a fox at dawn ', tags: ['animals', 'light'] }
    expect(await dataOfTool(agent, 'save_prompt', given)).toEqual({ saved: 'Fox at dawn' })
    expect(await savedPrompts()).toContainEqual({ ...given, text: 'a fox at dawn' })
    expect(await dataOfTool(agent, 'list_words', { search: 'fox at dawn' })).toMatchObject({
      prompts: [{ name: 'Fox at dawn', text: 'a fox at dawn' }],
    })
  })

  it('refuses a name that is taken, in any case of letters, and a text without words', async () => {
    await dataOfTool(agent, 'save_prompt', { name: 'Owl', text: 'an owl' })
    const taken = await callTool(agent, 'save_prompt', { name: 'OWL', text: 'another owl' })
    expect(taken).toMatchObject({ isError: true, text: expect.stringContaining('of the name “Owl”') })
    expect((await callTool(agent, 'save_prompt', { name: 'Blank', text: ' ' })).isError).toBe(true)
    expect((await savedPrompts()).filter(({ name }) => /owl|blank/i.test(name))).toHaveLength(1)
  })

  it('saves it once where the call is repeated with its request_id', async () => {
    const given = { name: 'Once', text: 'once', request_id: 'once-1' }
    const first = await dataOfTool(agent, 'save_prompt', given)
    expect(await dataOfTool(agent, 'save_prompt', given)).toEqual(first)
    const other = await callTool(agent, 'save_prompt', { ...given, text: 'twice' })
    expect(other).toMatchObject({ isError: true, text: expect.stringContaining('Refused (conflict)') })
  })
})

describe('name_reference', () => {
  const findReference = async (name: string) =>
    (await ada.send<{ items: ReferenceShape[] }>('GET', '/api/references')).body.items.find(
      (reference) => reference.name === name,
    )
  const picturesOf = async (name: string) => (await findReference(name))?.versions.map(({ imageIds }) => imageIds)

  it('names images by their names or ids, for prompts to send them', async () => {
    const given = { name: 'anna', kind: 'character', images: [imageName(1), imageId()] }
    expect(await dataOfTool(agent, 'name_reference', given)).toEqual({ reference: '@anna', versions: 1 })
    expect(await findReference('anna')).toMatchObject({ kind: 'character', versions: [{ uploadIds: [] }] })
    expect(await picturesOf('anna')).toEqual([[imageId(1), imageId()]])
  })

  it('refuses a name that is taken, unless it is asked for a new version', async () => {
    await dataOfTool(agent, 'name_reference', { name: 'ben', kind: 'character', images: [imageName()] })
    const given = { name: 'BEN', kind: 'product', images: [imageName(1)] }
    const taken = await callTool(agent, 'name_reference', given)
    expect(taken).toMatchObject({ isError: true, text: expect.stringContaining("You have a reference '@ben'") })
    expect(await picturesOf('ben')).toEqual([[imageId()]])
    const changed = await dataOfTool(agent, 'name_reference', { ...given, new_version: true })
    expect(changed).toEqual({ reference: '@ben', versions: 2 })
    expect(await findReference('ben')).toMatchObject({ kind: 'product' })
    expect(await picturesOf('ben')).toEqual([[imageId(1)], [imageId()]])
  })

  it('makes a reference where a new version is asked for and there is none', async () => {
    const given = { name: 'cleo', kind: 'place', images: [imageName()], new_version: true }
    expect(await dataOfTool(agent, 'name_reference', given)).toEqual({ reference: '@cleo', versions: 1 })
  })

  it('adds one version where the call is repeated with its request_id', async () => {
    await dataOfTool(agent, 'name_reference', { name: 'dora', kind: 'character', images: [imageName()] })
    const given = { name: 'dora', kind: 'character', images: [imageName(1)], new_version: true, request_id: 'dora-2' }
    const first = await dataOfTool(agent, 'name_reference', given)
    expect(await dataOfTool(agent, 'name_reference', given)).toEqual(first)
    expect(await picturesOf('dora')).toEqual([[imageId(1)], [imageId()]])
  })

  it("refuses another user's image, and a name with spaces", async () => {
    const others = await agentOf(await signUp(context.server))
    const foreign = await callTool(others, 'name_reference', { name: 'eve', kind: 'look', images: [imageId()] })
    expect(foreign).toMatchObject({ isError: true, text: expect.stringContaining('Refused (not-found)') })
    const spaced = await callTool(agent, 'name_reference', { name: 'two words', kind: 'look', images: [imageId()] })
    expect(spaced).toMatchObject({ isError: true, text: expect.stringContaining('Letters, digits') })
  })
})

describe('describe_image', () => {
  const descriptionOf = async (id: string) =>
    (await ada.send<DescriptionShape | null>('GET', `/api/images/${id}/description`)).body
  const describeFox = (text: string, over: object = {}) =>
    callTool(agent, 'describe_image', { image: imageName(), text, ...over })
  afterEach(async () => {
    await ada.send('DELETE', `/api/images/${imageId()}/description`)
  })

  it('keeps what the program says, under its name, for search to find', async () => {
    const page = await openEvents(context.server, ada.cookie)
    expect((await describeFox(' Ein Fuchs im Ginster. ', { language: 'de' })).isError).toBe(false)
    const { data } = await page.next(({ name }) => name === 'descriptions-changed')
    page.close()
    expect(data).toMatchObject({ projectId: fox.projectId, imageId: imageId() })
    expect(await descriptionOf(imageId())).toMatchObject({
      text: 'Ein Fuchs im Ginster.',
      language: 'de',
      languageModel: 'Claude',
    })
    const { body } = await ada.send<{ items: AssetShape[] }>('GET', '/api/assets?q=ginster')
    expect(body.items.map(({ id }) => id)).toEqual([imageId()])
  })

  it('replaces a description of a program, and never that of a person', async () => {
    await describeFox('A fox.')
    expect((await describeFox('A red fox.')).isError).toBe(false)
    expect(await descriptionOf(imageId())).toMatchObject({ text: 'A red fox.', language: null })
    await ada.send('PUT', `/api/images/${imageId()}/description`, { text: 'Mine.' })
    const refused = await describeFox('Yours.')
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('Refused (conflict)') })
    expect(refused.text).toContain('This image has a description by the person, which stays.')
    expect(await descriptionOf(imageId())).toMatchObject({ text: 'Mine.', languageModel: null })
  })

  it.each([
    ['4,001 characters', { text: 'x'.repeat(4_001) }],
    ['no words', { text: ' ' }],
    ['a language that is none', { text: 'x', language: 'a language' }],
    ["another user's image", { text: 'x', image: '019b0000-0000-7000-8000-000000000001' }],
  ])('is refused with %s', async (_case, given) => {
    expect((await callTool(agent, 'describe_image', { image: imageName(), ...given })).isError).toBe(true)
    expect(await descriptionOf(imageId())).toBeNull()
  })
})

describe('the tools that write words', () => {
  it('need the scope of edits', async () => {
    const reader = await toolsOf(await agentOf(ada, { scopes: ['read', 'generate'] }))
    for (const tool of writingTools) expect(reader).not.toContain(tool)
    expect(await toolsOf(agent)).toEqual(expect.arrayContaining(writingTools))
  })

  it('of a token of one project describe its images alone, since words are of the account', async () => {
    const heron = await ada.settled(await ada.generate({ prompt: 'a heron', count: 1 }))
    const bound = await agentOf(ada, { projectId: heron.projectId })
    const tools = await toolsOf(bound)
    expect(writingTools.filter((tool) => tools.includes(tool))).toEqual(['describe_image'])
    await dataOfTool(bound, 'describe_image', { image: heron.images[0]?.id, text: 'A heron.' })
    const foreign = await callTool(bound, 'describe_image', { image: imageId(), text: 'A fox.' })
    expect(foreign).toMatchObject({ isError: true, text: expect.stringContaining('Refused (not-found)') })
  })

  it('are missing in a purse', async () => {
    const area = { x: 0, y: 0, width: 3_600, height: 1_800 }
    const path = `/api/projects/${fox.projectId}/purses`
    const { body: purse } = await ada.send<PurseShape>('POST', path, { name: 'Harvest', most: 1_000, ...area })
    const made = await ada.send<CreatedTokenShape>('POST', `/api/purses/${purse.id}/token`, { name: 'Claude Code' })
    const { token, secret } = made.body
    const tools = await toolsOf(await connect(programOf(context.server, { id: token.id, secret })))
    for (const tool of writingTools) expect(tools).not.toContain(tool)
  })
})
