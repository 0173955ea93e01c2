import type { ErrorBody } from '#contract/errors.ts'
import type { CreatedTokenShape, CreateTokenBody } from '#contract/programs/api-token.ts'
import { tokenScopes } from '#domain/tokens/token-scope.ts'
import type { Server } from '#server/start/start-server.ts'
import type { Reply, TestClient } from './test-client.ts'

/** A program with an API token: sends no cookie and no origin. */
export type Program = {
  readonly id: string
  readonly secret: string
  readonly headers: { readonly host: string; readonly authorization: string }
  send<Body = ErrorBody>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<Body>>
}

/** A program by the secret of its token. */
export function programOf(server: Server, { id, secret }: { readonly id: string; readonly secret: string }): Program {
  const headers = { host: 'localhost', authorization: `Bearer ${secret}` }
  return {
    id,
    secret,
    headers,
    async send(method, path, body, more) {
      const init = body === undefined ? {} : { body: JSON.stringify(body) }
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const reply = await server.app.request(path, { method, ...init, headers: { ...headers, ...type, ...more } })
      const text = await reply.text()
      return { status: reply.status, body: text === '' ? null : JSON.parse(text), headers: reply.headers }
    },
  }
}

/** Makes a token for a user, by default with every scope, and returns its program. */
export async function makeProgram(
  server: Server,
  person: TestClient,
  token: Partial<CreateTokenBody> = {},
): Promise<Program> {
  const body = { name: 'A program', scopes: tokenScopes, ...token }
  const made = await person.send<CreatedTokenShape>('POST', '/api/tokens', body)
  if (made.status !== 201) throw new Error(`Making a token answered ${made.status}: ${JSON.stringify(made.body)}`)
  return programOf(server, { id: made.body.token.id, secret: made.body.secret })
}
