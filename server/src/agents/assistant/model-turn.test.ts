import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { success } from '#domain/result.ts'
import { agentTool } from '../agent-tool.ts'
import type { OpenModel } from './language-model.ts'
import { answersOf, askModel, toolSetOf, withPictures } from './model-turn.ts'

type Chunk = Parameters<typeof simulateReadableStream>[0]['chunks'][number]
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}
const text = (words: string): Chunk[] => [
  { type: 'text-start', id: '1' },
  ...[...words].map((delta) => ({ type: 'text-delta', id: '1', delta })),
  { type: 'text-end', id: '1' },
]
const call = (toolName: string, input: object): Chunk => ({
  type: 'tool-call',
  toolCallId: `call-${toolName}`,
  toolName,
  input: JSON.stringify(input),
})
const finish = (unified: 'stop' | 'tool-calls'): Chunk => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage,
})

function scripted(...chunks: Chunk[]): OpenModel & { readonly model: MockLanguageModelV4 } {
  const model = new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [{ type: 'stream-start', warnings: [] }, ...chunks] as never[],
        initialDelayInMs: null,
        chunkDelayInMs: null,
      }),
    }),
  })
  return { model, label: 'scripted', provider: 'anthropic', seesPictures: true }
}

const tools = toolSetOf([
  agentTool(
    {
      name: 'look',
      title: 'Look',
      description: 'Looks.',
      scope: 'read',
      effect: 'nothing',
      input: z.strictObject({ at: z.string(), times: z.int().default(2) }),
    },
    async () => success({ text: 'seen' }),
  ),
])
const ask = (open: OpenModel, onText: (text: string) => void = () => {}, signal = new AbortController().signal) =>
  askModel({
    open,
    instructions: 'You look.',
    messages: [{ role: 'user', content: 'Look at it.' }],
    tools,
    signal,
    onText,
  })

describe('a turn of the model', () => {
  it('is its text as it is written, and the tokens that it took', async () => {
    const written: string[] = []
    const turn = await ask(scripted(...text('Hello.'), finish('stop')), (piece) => void written.push(piece))
    expect(written.join('')).toBe('Hello.')
    expect(turn).toMatchObject({ calls: [], tokens: 15 })
    expect(turn.messages).toMatchObject([{ role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] }])
  })

  it('names what it calls and why, with defaults, and calls nothing', async () => {
    const open = scripted(call('look', { at: 'a fox', why: 'To see it.' }), finish('tool-calls'))
    const turn = await ask(open)
    expect(turn.calls).toEqual([
      { id: 'call-look', tool: 'look', input: { at: 'a fox', times: 2 }, why: 'To see it.', error: null },
    ])
    expect(open.model.doStreamCalls).toHaveLength(1)
    const [asked] = open.model.doStreamCalls
    expect(asked?.tools).toMatchObject([{ name: 'look', inputSchema: { required: ['at', 'why'] } }])
    expect(asked?.providerOptions).toEqual({ openai: { store: false } })
  })

  it.each([
    ['an unknown tool', call('leap', { why: 'For fun.' })],
    ['an unknown argument', call('look', { at: 'a fox', why: 'To see it.', color: 'red' })],
    ['a missing reason', call('look', { at: 'a fox' })],
  ])('has the error of a call with %s, for the model to repair', async (_, wrong) => {
    const { calls, messages } = await ask(scripted(wrong, finish('tool-calls')))
    expect(calls[0]?.error).toEqual(expect.any(String))
    expect(messages.map(({ role }) => role)).toEqual(['assistant'])
  })

  it('fails with the error of the provider', async () => {
    await expect(ask(scripted({ type: 'error', error: new Error('overloaded') }))).rejects.toThrow('overloaded')
  })

  it('ends with the signal', async () => {
    const stop = new AbortController()
    const asked = ask(scripted(...text('Hello.'), finish('stop')), () => stop.abort(), stop.signal)
    await expect(asked).rejects.toThrow()
  })
})

describe('the answers of tools', () => {
  const asked = {
    id: 'c1',
    step: '1.c1',
    tool: 'look',
    input: {},
    price: null,
    output: { text: '{"a":1}', isError: false },
  }

  it('hold pictures beside their text while a run works, and text alone where they are stored', () => {
    const stored = [answersOf([asked, { ...asked, id: 'c2', output: { text: 'Refused.', isError: true } }])]
    expect(JSON.stringify(stored)).not.toContain('base64-of-a-picture')
    const pictures = new Map([['c1', [{ mediaType: 'image/jpeg', base64: 'base64-of-a-picture' } as const]]])
    expect(withPictures(stored, pictures)).toMatchObject([
      {
        role: 'tool',
        content: [
          {
            toolCallId: 'c1',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: '{"a":1}' },
                { type: 'file', mediaType: 'image/jpeg', data: { type: 'data', data: 'base64-of-a-picture' } },
              ],
            },
          },
          { toolCallId: 'c2', output: { type: 'error-text', value: 'Refused.' } },
        ],
      },
    ])
  })
})
