import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { assistantName } from '#domain/agents/assistant-run.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { isUuid } from '#domain/text/is-uuid.ts'
import type { Querier, SystemDatabase } from '../../db/database.ts'
import { sweepOf } from '../../db/remove-rows.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { oauthClients } from '../../db/schema/oauth-clients.ts'
import { answerLimits, type LimitedFetch } from '../../operations/bounded-fetch.ts'
import { redirectFault } from './redirect-uri.ts'

/** A program that asks for a connection. */
export type OAuthClient = typeof oauthClients.$inferSelect

const redirectUris = z
  .array(z.string().refine((uri) => redirectFault(uri) === null))
  .min(1)
  .max(20)
const clientName = z
  .string()
  .transform((name) => [...name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim()].slice(0, 60).join(''))
  // The name of the assistant of this server is its own.
  .transform((name) => (name === '' || name.toLowerCase() === assistantName ? unnamed : name))
const unnamed = 'A program without a name'

/** The statements of a program about itself; everything else that it says is ignored, as RFC 7591 demands. */
const clientMetadata = z.object({ client_name: clientName.default(unnamed), redirect_uris: redirectUris })

/** RFC 7591, 3.2.2. */
export type RegistrationFault = {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  readonly text: string
}

/** Registers a program, as anyone may (RFC 7591): a registration allows nothing. */
export async function registerClient(
  db: SystemDatabase,
  metadata: unknown,
): Promise<Result<OAuthClient, RegistrationFault>> {
  const read = clientMetadata.safeParse(metadata)
  if (!read.success) {
    const isRedirect = read.error.issues.some(({ path }) => path[0] === 'redirect_uris')
    return failure(
      isRedirect
        ? {
            error: 'invalid_redirect_uri',
            text: 'redirect_uris: up to 20 of https, loopback, or a scheme of a program.',
          }
        : { error: 'invalid_client_metadata', text: 'client_name must be a text.' },
    )
  }
  const { client_name: name, redirect_uris } = read.data
  const [client] = await db
    .insert(oauthClients)
    .values({ id: randomUUID(), name, redirectUris: redirect_uris })
    .returning()
  if (!client) throw new Error('An insert answers its row.')
  return success(client)
}

/** The time for which a metadata document is used again. */
const documentMs = 3_600_000

/** Whether a `client_id` is the address of a metadata document (draft-ietf-oauth-client-id-metadata-document, 3). */
export function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id)
  return (
    url?.protocol === 'https:' &&
    id.length <= 1_000 &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '' &&
    !id.includes('#') &&
    // Written as it is compared: without dots in its path, or a port that goes without saying.
    url.href === id
  )
}

/** Reads a metadata document; null where there is none that names itself by this address. */
async function readDocument(
  fetchDocument: LimitedFetch,
  id: string,
): Promise<Pick<OAuthClient, 'name' | 'redirectUris'> | null> {
  try {
    const reply = await fetchDocument(answerLimits.document)(id, { headers: { accept: 'application/json' } })
    if (reply.status !== 200) {
      await reply.body?.cancel()
      return null
    }
    const document: unknown = JSON.parse(await reply.text())
    const {
      client_name: name,
      redirect_uris,
      client_id,
    } = clientMetadata.extend({ client_id: z.string() }).parse(document)
    return client_id === id ? { name, redirectUris: redirect_uris } : null
  } catch {
    // Unreachable, too slow, too long, not public, or not a document: for the person it is the same.
    return null
  }
}

/** The program of a `client_id`: registered, or by its metadata document, which is read where it was not read within the hour. */
export async function findClient(
  { db, fetchDocument, nowMs }: { readonly db: Querier; readonly fetchDocument: LimitedFetch; readonly nowMs: number },
  id: string,
): Promise<OAuthClient | null> {
  const isDocument = isDocumentAddress(id)
  if (!isDocument && !isUuid(id)) return null
  const [known] = await db.select().from(oauthClients).where(eq(oauthClients.id, id))
  if (!isDocument) return known ?? null
  if (known?.readAt && nowMs - known.readAt.getTime() < documentMs) return known
  const document = await readDocument(fetchDocument, id)
  if (!document) return null
  const read = { ...document, readAt: new Date(nowMs) }
  const [client] = await db
    .insert(oauthClients)
    .values({ id, ...read })
    .onConflictDoUpdate({ target: oauthClients.id, set: read })
    .returning()
  return client ?? null
}

/** Removes programs that no person has connected within a week. */
export const sweepClients = sweepOf({
  table: oauthClients,
  where: sql`${oauthClients.createdAt} < now() - interval '7 days'
    and not exists (select 1 from ${apiTokens} where ${apiTokens.clientId} = ${oauthClients.id})`,
})
