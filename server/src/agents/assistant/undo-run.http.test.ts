import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DescriptionShape } from '#contract/cards/description.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { RunShape } from '#contract/programs/assistant.ts'
import { cardName, imageName } from '#domain/agents/card-names.ts'
import {
  type Scripted,
  type ScriptedModel,
  type ScriptedRequest,
  startScriptedModel,
} from '#server-testing/scripted-model.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

let model: ScriptedModel
let server: TestServer
let ada: TestClient
/** A card that the person made before the run. */
let old: GenerationShape
beforeAll(async () => {
  model = await startScriptedModel()
  server = await openTestServer({
    variables: { CREDITS: 'off', ASSISTANT_MODEL: `provider=compatible,model=scripted,url=${model.url}` },
  })
})
afterAll(async () => {
  await server.close()
  await model.stop()
})
beforeEach(async () => {
  ada = await signUp(server)
  old = await ada.settled(await ada.generate({ prompt: 'old' }))
})

const promptsOnBoard = async () => {
  const { body } = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${old.projectId}/generations`)
  return body.items.map(({ prompt }) => prompt).sort()
}

/** Runs a script to its end, and undoes the run. @returns The prompts on the board before and after the undo. */
async function undone(...turns: Scripted[]) {
  const request = `Request ${randomUUID()}`
  model.script(request, ...turns, { text: 'Done.' })
  const asked = { runId: randomUUID(), request, mode: 'auto', budget: 10 }
  const { body } = await ada.send<RunShape>('POST', `/api/projects/${old.projectId}/assistant`, asked)
  const read = async () => (await ada.send<RunShape>('GET', `/api/assistant/runs/${body.id}`)).body
  const state = async () => (await read()).state
  // The trash asks also in the mode 'auto'.
  await expect.poll(state, { timeout: 20_000 }).toBe('asks')
  const steps = (await read()).parts.flatMap((part) =>
    part.kind === 'step' && part.state === 'planned' ? part.id : [],
  )
  await ada.send('POST', `/api/assistant/runs/${body.id}/go`, { credits: 0, steps })
  await expect.poll(state, { timeout: 20_000 }).toBe('done')
  const { parts } = await read()
  expect(parts.flatMap((part) => (part.kind === 'step' ? [part.state] : []))).not.toContain('failed')
  const before = await promptsOnBoard()
  await ada.send('POST', `/api/assistant/runs/${body.id}/undo`)
  return { before, after: await promptsOnBoard() }
}

/** The name of the card that the last call of a tool has made. */
const madeCard = ({ messages }: ScriptedRequest) =>
  /"card":"([0-9a-f]{8})"/.exec(String(messages.findLast(({ role }) => role === 'tool')?.content))?.[1] ?? ''
const describeOld = (text: string) => ({
  calls: [{ tool: 'describe_image', input: { image: imageName(old.id, 0), text } }],
})
const descriptionOfOld = async () =>
  (await ada.send<DescriptionShape | null>('GET', `/api/images/${old.images[0]?.id}/description`)).body
const trash = (card: string) => ({ calls: [{ tool: 'move_to_trash', input: { card } }] })

describe('undoRun', () => {
  it('leaves a card in the trash that the run itself made and moved there', async () => {
    const fox = { calls: [{ tool: 'generate_images', input: { prompt: 'a fox', project: old.projectId, count: 1 } }] }
    const { before, after } = await undone(fox, (asked) => trash(madeCard(asked)))
    expect({ before, after }).toEqual({ before: ['old'], after: ['old'] })
  })

  it('brings back a card of the person without the branch that the run made of it', async () => {
    const input = { image: imageName(old.id, 0), change: 'at night', count: 1 }
    const { before, after } = await undone({ calls: [{ tool: 'branch_image', input }] }, trash(cardName(old.id)))
    expect({ before, after }).toEqual({ before: [], after: ['old'] })
  })

  it('leaves a description, which is kept under the name of the language model', async () => {
    await undone(describeOld('A fox in gorse.'), trash(cardName(old.id)))
    expect(await descriptionOfOld()).toMatchObject({
      text: 'A fox in gorse.',
      languageModel: 'scripted (OpenAI-compatible server)',
    })
  })
})
