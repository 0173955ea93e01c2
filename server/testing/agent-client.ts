import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Server } from '#server/start/start-server.ts'
import type { Program } from './program.ts'

/** `auto`: of the current revision. `legacy`: with `initialize`. */
export type AgentMode = 'auto' | 'legacy'

/** A client as agents have it, which the caller closes. */
export async function connectAgent(
  server: Server,
  program: Pick<Program, 'headers'>,
  mode: AgentMode = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      for (const [name, value] of Object.entries(program.headers)) headers.set(name, value)
      return server.app.fetch(new Request(url, { ...init, headers }))
    },
  })
  await client.connect(transport)
  return client
}

type Content = { type: string; text?: string; data?: string; mimeType?: string }

/** Calls a tool. */
export async function callTool(client: Client, name: string, given: object = {}, options: object = {}) {
  const result = await client.callTool({ name, arguments: { ...given } }, options)
  const content = result.content as Content[]
  const text = content[0]?.text ?? ''
  return { text, isError: result.isError === true, pictures: content.filter(({ type }) => type === 'image') }
}

/** The data that a tool answers. @throws Error with its refusal. */
export async function dataOfTool<Data = Record<string, unknown>>(...given: Parameters<typeof callTool>): Promise<Data> {
  const { text, isError } = await callTool(...given)
  if (isError) throw new Error(text)
  return JSON.parse(text) as Data
}
