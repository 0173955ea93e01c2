import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { type ImportReply, importReply } from '#contract/prompts/name.ts'
import { type SavedPromptFormat, savedPromptFormats } from '#contract/prompts/saved-prompt.ts'
import { wordListName } from '#contract/prompts/word-list.ts'
import { idempotencyKeyHeader } from '#contract/with-idempotency-key.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { exportSavedPrompts } from '../../features/prompts/export-saved-prompts.ts'
import type { ImportInput } from '../../features/prompts/import-once.ts'
import { importSavedPrompts } from '../../features/prompts/import-saved-prompts.ts'
import { importWordLists } from '../../features/prompts/import-word-lists.ts'
import type { AppEnv, CallDeps } from '../app-context.ts'
import { idempotencyOfFile } from '../guards/idempotency-key.ts'
import { fileForm, jsonReply } from '../openapi/openapi-parts.ts'
import { receiveFile } from '../receive/receive-file.ts'
import { endingStream } from '../replies/ending-stream.ts'
import { errorReply } from '../replies/error-reply.ts'
import { fileRoute } from './file-route.ts'

const maxPromptFileBytes = 2_000_000
const maxWordFileBytes = 1_000_000

type Import = { readonly call: string; readonly mostBytes: number; readonly sent: object }

/** Receives a file and imports it; few of a user are read at a time. */
function importFile(
  deps: CallDeps,
  c: Context<AppEnv>,
  { call, mostBytes, sent }: Import,
  read: (input: ImportInput & { readonly bytes: Uint8Array }) => AsyncResult<ImportReply>,
): Promise<Response> {
  const userId = c.get('userId')
  const { signal } = c.req.raw
  return deps.work.of(userId, signal).temporaryFiles.with(async (file) => {
    const received = await receiveFile(c.req.raw, file, { mostBytes, graceSeconds: deps.requestSeconds })
    if (!received.ok) return errorReply(received.error)
    const idempotency = idempotencyOfFile(c, call, { ...sent, sha256: received.value.sha256 })
    if (!idempotency.ok) return errorReply(idempotency.error)
    const place = await deps.work.imports.take({ owner: userId, weight: 1, signal })
    try {
      const bytes = await readFile(file.path)
      const reply = await read({ userId, idempotency: idempotency.value, bytes })
      return reply.ok ? c.json(reply.value, 201) : errorReply(reply.error)
    } finally {
      place.release()
    }
  })
}

const importReplies = { 201: jsonReply('How many came in, and what did not', importReply) }

export const savedPromptImportRoute = fileRoute(
  {
    call: 'POST /saved-prompts/import',
    scope: 'edit',
    reach: 'account',
    summary: 'Import saved prompts from a file',
    description:
      'JSON or CSV as exported, a styles.csv of AUTOMATIC1111, or text with one prompt a line, detected by its content; at most 2 MB and 10,000 prompts, in UTF-8, or in UTF-16 with its mark. A prompt that can not come in is listed under `refused`; the others come in. The first of the file is the newest.',
    headers: [idempotencyKeyHeader],
    body: fileForm,
    replies: importReplies,
  },
  (deps, c) =>
    importFile(deps, c, { call: 'POST /api/saved-prompts/import', mostBytes: maxPromptFileBytes, sent: {} }, (input) =>
      importSavedPrompts(deps, input),
    ),
)

export const wordListImportRoute = fileRoute(
  {
    call: 'POST /word-lists/import',
    scope: 'edit',
    reach: 'account',
    summary: 'Import word lists from a file',
    description:
      'A wildcard file with one word a line, `#` before comments and weights as in `2::word`, which needs `name`; or YAML, whose lists are named by the keys that lead to them, joined by `/`. Detected by its content; at most 1 MB. A list that can not come in is listed under `refused`; the others come in.',
    query: z.strictObject({ name: wordListName.optional() }),
    headers: [idempotencyKeyHeader],
    body: fileForm,
    replies: importReplies,
    // A bad name is refused before anything is imported.
    find: async () => true as const,
  },
  (deps, c, { query }) =>
    importFile(deps, c, { call: 'POST /api/word-lists/import', mostBytes: maxWordFileBytes, sent: query }, (input) =>
      importWordLists(deps, { ...input, name: query.name }),
    ),
)

const mediaTypes: Readonly<Record<SavedPromptFormat, { readonly type: string; readonly extension: string }>> = {
  json: { type: 'application/json', extension: 'json' },
  text: { type: 'text/plain; charset=utf-8', extension: 'txt' },
  csv: { type: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
}

export const savedPromptExportRoute = fileRoute(
  {
    call: 'GET /saved-prompts/export',
    scope: 'read',
    summary: 'Your saved prompts as a file, newest first',
    description: 'JSON and CSV can be imported again. Text has one prompt a line, without names.',
    query: z.strictObject({ format: z.enum(savedPromptFormats).default('json') }),
    replies: {
      200: {
        description: 'The file',
        content: { 'application/json': { schema: {} }, 'text/plain': { schema: {} }, 'text/csv': { schema: {} } },
      },
    },
    find: async () => true as const,
  },
  (deps, c, { query: { format } }) => {
    const parts = exportSavedPrompts(deps.db, c.get('userId'), format)
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(Buffer.from(value))
      },
      async cancel() {
        await parts.return()
      },
    })
    const { type, extension } = mediaTypes[format]
    return c.newResponse(
      endingStream(body, () => undefined),
      200,
      {
        'content-type': type,
        'content-disposition': `attachment; filename="prompts.${extension}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    )
  },
)
