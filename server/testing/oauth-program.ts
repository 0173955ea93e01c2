import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { AllowBody, AuthorizationShape } from '#contract/programs/oauth.ts'
import type { Server } from '#server/start/start-server.ts'
import type { TestClient } from './test-client.ts'

export const origin = 'http://localhost'
export const callback = 'http://127.0.0.1:8080/callback'

/** A `fetch` that reaches a server in the test, without a cookie. */
const fetchOf =
  (server: Server) =>
  async (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    server.app.fetch(new Request(url, init))

type Stored = {
  client?: object
  tokens?: { access_token: string; refresh_token?: string | undefined }
  verifier: string
  opened?: URL
  discovery?: object
}

/** An agent with the client of the MCP SDK, which connects by OAuth: it keeps what it is given, and opens no browser. */
export function oauthAgent(server: () => Server, about: { readonly clientMetadataUrl?: string } = {}) {
  const stored: Stored = { verifier: '' }
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    ...about,
    clientMetadata: { client_name: 'Claude', redirect_uris: [callback] },
    state: () => 'a state',
    clientInformation: () => stored.client as never,
    saveClientInformation(client) {
      stored.client = client
    },
    tokens: () => stored.tokens as never,
    saveTokens(tokens) {
      stored.tokens = tokens
    },
    redirectToAuthorization(url) {
      stored.opened = url
    },
    saveCodeVerifier(verifier) {
      stored.verifier = verifier
    },
    codeVerifier: () => stored.verifier,
    saveDiscoveryState(discovery) {
      stored.discovery = discovery
    },
    discoveryState: () => stored.discovery as never,
  }
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      authProvider: provider,
      fetch: (url, init) => fetchOf(server())(url, init),
    })
  return {
    stored,
    /** Asks for a connection. @returns The address that the person's browser is led to. */
    async begin(): Promise<URL> {
      await new Client({ name: 'agent', version: '1' }).connect(transport()).catch((error: unknown) => {
        if (!(error instanceof UnauthorizedError)) throw error
      })
      if (!stored.opened) throw new Error('The agent asks for authorization.')
      return stored.opened
    },
    /** Exchanges the code of the answer. */
    finish: (redirect: string) => transport().finishAuth(new URL(redirect).searchParams),
    async connect(): Promise<Client> {
      const client = new Client({ name: 'agent', version: '1' })
      await client.connect(transport())
      return client
    },
  }
}

/** The parameters of an authorization request, as its page sends them. */
export const queryOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams)

/** Reads a request as the page does. */
export const readRequest = (person: TestClient, query: object) =>
  person.send<AuthorizationShape>('POST', '/api/oauth/requests', query)

/** Allows a request as the page does. @returns Where the person is led. */
export async function allow(person: TestClient, query: object, allowed: Partial<AllowBody> = {}): Promise<string> {
  const { body: asked } = await readRequest(person, query)
  const { ticket, name, scopes } = asked
  const body = { ticket, name, scopes, projectId: null, budget: null, ...allowed }
  const { body: answer, status } = await person.send<{ redirect: string }>('POST', '/api/oauth/allow', body)
  if (status !== 200) throw new Error(`Allowing answered ${status}: ${JSON.stringify(answer)}`)
  return answer.redirect
}

/** A verifier of PKCE and its challenge. */
function makePkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

type TokenReply = { access_token: string; refresh_token: string; scope: string; expires_in: number; error?: string }

/** Sends a form without a cookie or an origin, as programs do. */
export async function sendForm(server: Server, path: string, fields: Record<string, string>) {
  const reply = await server.app.request(path, {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: reply.status, body: (await reply.json()) as TokenReply, headers: reply.headers }
}

/** Registers a program. */
export async function register(server: Server, metadata: object) {
  const reply = await server.app.request('/oauth/register', {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return { status: reply.status, body: (await reply.json()) as { client_id: string; error?: string } }
}

/** A program that is registered, and has asked with these parameters in addition. */
export async function requestOf(server: Server, more: Record<string, string> = {}) {
  const { body } = await register(server, { client_name: 'Claude', redirect_uris: [callback] })
  const { verifier, challenge } = makePkce()
  const query = {
    response_type: 'code',
    client_id: body.client_id,
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  const exchange = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    client_id: body.client_id,
    redirect_uri: callback,
    code_verifier: verifier,
  })
  return { clientId: body.client_id, query, exchange }
}

export const codeOf = (redirect: string): string => new URL(redirect).searchParams.get('code') ?? ''
