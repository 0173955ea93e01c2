import { describe, expect, it } from 'vitest'
import type { LanguageProvider } from '#domain/agents/assistant-run.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { boundFetch, type LimitedFetch } from '../../operations/bounded-fetch.ts'
import { listLanguageModels, modelFailure, openLanguageModel } from './language-model.ts'
import { askModel } from './model-turn.ts'

const deadline = { ms: 60_000, sentence: 'Too late.' }

type Sent = { readonly url: string; readonly headers: Headers; readonly body: Record<string, unknown> | null }

/** A `fetch` that notes what was sent, and answers with one reply. */
function network(reply: () => Response): { readonly sent: Sent[]; readonly fetch: LimitedFetch } {
  const sent: Sent[] = []
  return {
    sent,
    fetch: (limit) =>
      boundFetch(
        async (input, init) => {
          const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null
          sent.push({
            url: String(input instanceof Request ? input.url : input),
            headers: new Headers(init?.headers),
            body,
          })
          return reply()
        },
        limit,
        { room: 'operator' },
      ),
  }
}
const events = (...data: (object | string)[]) =>
  new Response(data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })
const message = { id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null }
const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'llama' }

/** Streams as the vendors' references show them. */
const replies: Readonly<Record<LanguageProvider, () => Response>> = {
  anthropic: () =>
    events(
      { type: 'message_start', message: { ...message, usage: { input_tokens: 7, output_tokens: 0 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ),
  openai: () =>
    events(
      { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt' } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'i' } },
      { type: 'response.output_text.delta', item_id: 'i', output_index: 0, content_index: 0, delta: 'Hello.' },
      { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'i' } },
      { type: 'response.completed', response: { usage: { input_tokens: 7, output_tokens: 3 } } },
    ),
  google: () =>
    events({
      candidates: [{ content: { parts: [{ text: 'Hello.' }], role: 'model' }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 },
    }),
  compatible: () =>
    events(
      { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello.' }, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { ...chunk, choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } },
      '[DONE]',
    ),
}
const baseUrl = (provider: LanguageProvider) => (provider === 'compatible' ? 'http://ollama.lan:11434/v1/' : null)

describe('a question to a language model', () => {
  it.each([
    ['anthropic', 'https://api.anthropic.com/v1/messages', ['x-api-key', 'a-key']],
    ['openai', 'https://api.openai.com/v1/responses', ['authorization', 'Bearer a-key']],
    [
      'google',
      'https://generativelanguage.googleapis.com/v1beta/models/a-model:streamGenerateContent?alt=sse',
      ['x-goog-api-key', 'a-key'],
    ],
    ['compatible', 'http://ollama.lan:11434/v1/chat/completions', ['authorization', 'Bearer a-key']],
  ] as const)(
    'goes to %s at its address with its key, and its stream is read',
    async (provider, url, [name, value]) => {
      const { sent, fetch } = network(replies[provider])
      const open = openLanguageModel({ provider, baseUrl: baseUrl(provider), key: 'a-key', fetch }, 'a-model')
      let written = ''
      const turn = await askModel({
        open,
        instructions: 'Be brief.',
        messages: [{ role: 'user', content: 'Hello?' }],
        tools: {},
        signal: new AbortController().signal,
        deadline,
        onText: (text) => {
          written += text
        },
      })
      expect(written).toBe('Hello.')
      expect(turn.tokens).toBe(10)
      expect(sent).toHaveLength(1)
      expect(sent[0]?.url).toBe(url)
      expect(sent[0]?.headers.get(name)).toBe(value)
      expect(JSON.stringify(sent[0]?.body)).toContain('Be brief.')
      if (provider === 'openai') expect(sent[0]?.body).toMatchObject({ store: false })
    },
  )

  it('sends no key to a server that needs none', async () => {
    const { sent, fetch } = network(replies.compatible)
    const place = { provider: 'compatible', baseUrl: 'http://ollama.lan:11434/v1', key: '', fetch } as const
    const ask = { instructions: '', messages: [{ role: 'user', content: 'x' }] as const, tools: {} }
    const signal = new AbortController().signal
    await askModel({ open: openLanguageModel(place, 'llama'), ...ask, signal, deadline, onText: () => {} })
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })
})

describe('the list of models', () => {
  it.each([
    [
      'anthropic',
      { data: [{ type: 'model', id: 'claude-x', display_name: 'Claude X' }] },
      'https://api.anthropic.com/v1/models?limit=500',
      [{ id: 'claude-x', name: 'Claude X' }],
    ],
    [
      'openai',
      { data: [{ id: 'gpt-x' }, { id: 'gpt-image-9' }, { id: 'text-embedding-9' }] },
      'https://api.openai.com/v1/models',
      [{ id: 'gpt-x', name: 'gpt-x' }],
    ],
    [
      'google',
      {
        models: [
          { name: 'models/gemini-x', displayName: 'Gemini X', supportedGenerationMethods: ['generateContent'] },
          { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
        ],
      },
      'https://generativelanguage.googleapis.com/v1beta/models?pageSize=500',
      [{ id: 'gemini-x', name: 'Gemini X' }],
    ],
    [
      'compatible',
      { data: [{ id: 'llama3' }] },
      'http://ollama.lan:11434/v1/models',
      [{ id: 'llama3', name: 'llama3' }],
    ],
  ] as const)('of %s is read', async (provider, body, url, models) => {
    const { sent, fetch } = network(() => Response.json(body))
    const listed = await listLanguageModels({ provider, baseUrl: baseUrl(provider), key: 'a-key', fetch }, unlimited)
    expect(listed).toEqual({ ok: true, value: models })
    expect(sent[0]?.url).toBe(url)
  })

  it.each([
    [401, 'key'],
    [403, 'key'],
    [500, 'away'],
    [302, 'away'],
  ])('that is answered with %d fails for: %s', async (status, kind) => {
    const { fetch } = network(() => new Response(null, { status }))
    const listed = await listLanguageModels({ provider: 'openai', baseUrl: null, key: 'x', fetch }, unlimited)
    expect(listed).toMatchObject({ ok: false, error: { kind } })
  })

  it('that is no list fails', async () => {
    const { fetch } = network(() => new Response('<html>'))
    const listed = await listLanguageModels(
      { provider: 'compatible', baseUrl: 'http://a/v1', key: '', fetch },
      unlimited,
    )
    expect(listed).toMatchObject({ ok: false, error: { kind: 'away' } })
  })
})

describe('a failure of a language model', () => {
  it.each([
    [401, "doesn't accept the key"],
    [404, 'has no such model'],
    [429, 'too many requests'],
    [400, 'refused the request'],
  ])('with %d is a sentence for its person', async (status, sentence) => {
    const { fetch } = network(() =>
      Response.json({ error: { message: 'no' } }, { status, headers: { 'retry-after-ms': '1' } }),
    )
    const open = openLanguageModel({ provider: 'compatible', baseUrl: 'http://a/v1', key: '', fetch }, 'llama')
    const signal = new AbortController().signal
    const ask = { instructions: '', messages: [{ role: 'user', content: 'x' }] as const, tools: {} }
    const failed = await askModel({ open, ...ask, signal, deadline, onText: () => {} }).catch((error: unknown) => error)
    expect(modelFailure(failed, open)).toContain(sentence)
  })
})
