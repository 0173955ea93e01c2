import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { success } from '#domain/result.ts'
import { agentTool } from '../agent-tool.ts'
import type { OpenModel } from './language-model.ts'
import { answersOf, askModel, pictureKey, TurnEnded, toolSetOf, withPictures } from './model-turn.ts'

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
const finish = (unified: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error'): Chunk => ({
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
const deadline = { ms: 60_000, sentence: 'Too late.' }
const ask = (open: OpenModel, onText: (text: string) => void = () => {}, signal = new AbortController().signal) =>
  askModel({
    deadline,
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

  it('is not complete where the model was cut, refused, or wrote a broken call', async () => {
    for (const reason of ['length', 'content-filter', 'error'] as const)
      expect((await ask(scripted(...text('Half a'), finish(reason)))).cut).toBe(reason)
    expect((await ask(scripted(...text('All.'), finish('stop')))).cut).toBeNull()
  })

  const delta = (type: string, piece: object): Chunk[] =>
    Array.from({ length: 500 }, () => ({ type, id: '1', ...piece }) as Chunk)
  it.each([
    ['text', [{ type: 'text-start', id: '1' }, ...delta('text-delta', { delta: 'x'.repeat(1_000) })]],
    ['reasoning', [{ type: 'reasoning-start', id: '1' }, ...delta('reasoning-delta', { delta: 'x'.repeat(1_000) })]],
    [
      'arguments',
      [
        { type: 'tool-input-start', id: '1', toolName: 'look' },
        ...delta('tool-input-delta', { delta: 'x'.repeat(1_000) }),
      ],
    ],
    ['a call', [call('look', { at: 'x'.repeat(300_000), why: '' })]],
    ['calls', Array.from({ length: 60 }, () => call('look', { at: 'a' }))],
    [
      'beginnings of calls',
      Array.from({ length: 60 }, (_, id) => ({ type: 'tool-input-start', id: `${id}`, toolName: 'look' })),
    ],
    [
      'names',
      Array.from({ length: 3 }, (_, id) => ({
        type: 'tool-input-start',
        id: `${id}`,
        toolName: 'x'.repeat(1_000_000),
      })),
    ],
  ] as [string, Chunk[]][])('is ended where its %s go on without an end', async (_, chunks) => {
    let characters = 0
    const asked = ask(scripted(...chunks, finish('stop')), (piece) => {
      characters += piece.length
    })
    await expect(asked).rejects.toBeInstanceOf(TurnEnded)
    expect(characters).toBeLessThanOrEqual(100_000)
  })

  it('is ended at the deadline, with its sentence', async () => {
    const model = new MockLanguageModelV4({
      doStream: async ({ abortSignal }) => ({
        stream: new ReadableStream({
          start: (controller) => abortSignal?.addEventListener('abort', () => controller.error(abortSignal.reason)),
        }),
      }),
    })
    const asked = askModel({
      open: { model, label: 'slow', provider: 'openai', seesPictures: true },
      instructions: 'You look.',
      messages: [{ role: 'user', content: 'Look.' }],
      tools,
      signal: new AbortController().signal,
      deadline: { ms: 20, sentence: 'Too late.' },
      onText: () => {},
    })
    await expect(asked).rejects.toThrow(new TurnEnded('Too late.'))
  })

  it('asks Anthropic to keep the instructions and the conversation, and nothing of others', async () => {
    const keptBy = async (provider: OpenModel['provider']) => {
      const open = { ...scripted(...text('Hello.'), finish('stop')), provider }
      await ask(open)
      return open.model.doStreamCalls[0]?.prompt.map(({ role, providerOptions }) => [role, providerOptions])
    }
    const kept = { anthropic: { cacheControl: { type: 'ephemeral' } } }
    expect(await keptBy('anthropic')).toEqual([
      ['system', kept],
      ['user', kept],
    ])
    expect(await keptBy('openai')).toEqual([
      ['system', undefined],
      ['user', undefined],
    ])
  })

  it('ends with the signal', async () => {
    const stop = new AbortController()
    const asked = ask(scripted(...text('Hello.'), finish('stop')), () => stop.abort(), stop.signal)
    await expect(asked).rejects.toThrow()
  })
})

describe('withPictures', () => {
  it('shows a picture to the call that asked for it, where a server counts its calls from the beginning in each turn', () => {
    const answer = answersOf([
      { id: 'call_0', step: '1', tool: 'look', input: {}, price: null, output: { text: 'Seen.', isError: false } },
    ])
    const pictures = new Map([[pictureKey(2, 'call_0'), [{ mediaType: 'image/jpeg', base64: 'second' } as const]]])
    const [first, , second] = withPictures([answer, { role: 'user', content: 'And?' }, answer], pictures)
    expect(first).toEqual(answer)
    expect(JSON.stringify(second)).toContain('second')
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
    const pictures = new Map([
      [pictureKey(0, 'c1'), [{ mediaType: 'image/jpeg', base64: 'base64-of-a-picture' } as const]],
    ])
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
