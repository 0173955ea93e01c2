import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** A call of a tool that the model makes; `why` is added where it is left out. */
export type ScriptedCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }

/** One turn: words, calls, a failure with a status, or silence after the first words until the other side leaves. */
export type ScriptedTurn = {
  readonly text?: string
  readonly calls?: readonly ScriptedCall[]
  readonly status?: number
  readonly hangs?: boolean
  /** Writes on after the first words until the other side leaves. */
  readonly isEndless?: boolean
  /** Why it ends, in place of the usual reason: 'length'. */
  readonly finish?: string
  /** The words of a failure. */
  readonly message?: string
}

/** A turn that depends on what the model was asked, as on the name of a card that an earlier call has made. */
export type Scripted = ScriptedTurn | ((asked: ScriptedRequest) => ScriptedTurn)

type Message = { readonly role: string; readonly content: unknown; readonly tool_call_id?: string }
export type ScriptedRequest = {
  readonly messages: readonly Message[]
  readonly tools: readonly { readonly function: { readonly name: string } }[]
  readonly key: string | undefined
}

export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>

const chunk = (delta: object, finish: string | null = null) => ({
  id: 'scripted',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'scripted',
  choices: [{ index: 0, delta, finish_reason: finish }],
})

/**
 * A server with OpenAI's chat calls that answers by a script, turn by turn, and keeps what it was asked. A conversation is known by the
 * words of its first message, so that tests that run at once do not take each other's turns.
 */
export async function startScriptedModel() {
  const requests: ScriptedRequest[] = []
  const scripts = new Map<string, Scripted[]>()
  /** Requests that are answered by silence, until the other side has left. */
  let hanging = 0
  let count = 0

  function nextTurn(asked: ScriptedRequest): ScriptedTurn {
    const { messages } = asked
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => JSON.stringify(content))
    const [, turns = []] = [...scripts].findLast(([words]) => said.at(-1)?.includes(words)) ?? []
    const turn = turns.shift() ?? { text: 'Nothing is left in the script.' }
    return typeof turn === 'function' ? turn(asked) : turn
  }

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as Omit<ScriptedRequest, 'key'>
    const asked = { ...body, key: request.headers.authorization }
    requests.push(asked)
    const turn = nextTurn(asked)
    if (turn.status !== undefined) {
      reply.writeHead(turn.status, { 'content-type': 'application/json', 'retry-after-ms': '1' })
      reply.end(JSON.stringify({ error: { message: turn.message ?? 'scripted' } }))
      return
    }
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (data: object | string) =>
      reply.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
    for (const word of (turn.text ?? '').split(/(?<= )/))
      if (word !== '') send(chunk({ role: 'assistant', content: word }))
    if (turn.hangs) {
      hanging += 1
      await once(reply, 'close')
      hanging -= 1
      return
    }
    while (turn.isEndless && !reply.destroyed) {
      send(chunk({ content: 'and on '.repeat(1_000) }))
      await pause(1)
    }
    const calls = (turn.calls ?? []).map(({ tool, input }, index) => ({
      index,
      id: `call_${count++}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify({ why: 'It was in the script.', ...input }) },
    }))
    if (calls.length > 0) send(chunk({ tool_calls: calls }))
    send(chunk({}, turn.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')))
    send({ ...chunk({}), choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } })
    send('[DONE]')
    reply.end()
  }

  const server = createServer((request, reply) => {
    if (request.method === 'GET' && request.url === '/v1/models') {
      const isAllowed = request.headers.authorization !== 'Bearer wrong'
      reply.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' })
      reply.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted' }] }))
    } else void answer(request, reply).catch(() => reply.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    /** The turns of the conversation whose last message contains these words. */
    script(words: string, ...turns: Scripted[]) {
      scripts.set(words, turns)
    },
    /** The requests of such a conversation. */
    askedAbout: (words: string) =>
      requests.filter(({ messages }) => messages.some(({ content }) => JSON.stringify(content).includes(words))),
    hanging: () => hanging,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
