import type { Context } from 'hono'
import { keepScope } from '../../db/person-scope.ts'
import { noteActivity } from '../../features/account/activity.ts'
import { exportAccount } from '../../features/account/export-account.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { originOf } from '../guards.ts'

/**
 * POST /api/account/export: everything that is kept of the account, as it is read. No GET, since it is noted in the account's log,
 * which another site could fill by opening the address.
 */
export async function streamExport(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  await noteActivity(deps.db, { userId: c.get('userId'), kind: 'data-exported', origin: originOf(c) })
  return c.newResponse(keepScope(exportAccount(deps, c.get('userId'))), 200, {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="espalier-data.zip"',
    'cache-control': 'no-store',
  })
}
