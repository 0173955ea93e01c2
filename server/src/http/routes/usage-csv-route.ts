import type { Context } from 'hono'
import { ledgerLines } from '../../features/credits/ledger-lines.ts'
import type { AppEnv, CallDeps } from '../app-context.ts'
import { errorReply } from '../replies/error-reply.ts'

/** GET /api/credits/usage?format=csv: every entry of the ledger, the oldest first, as it is read from the database. */
export function streamUsageCsv(deps: CallDeps, c: Context<AppEnv>): Response {
  if (deps.money === 'off') return errorReply({ code: 'not-found' })
  const lines = ledgerLines(deps, c.get('userId'))
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(Buffer.from(value))
    },
    async cancel() {
      await lines.return()
    },
  })
  return c.newResponse(body, 200, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="usage.csv"',
    'cache-control': 'no-store',
  })
}
