import type { Context } from 'hono'
import { exportAccount } from '../../features/account/export-account.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'

/** GET /api/account/export: everything that is kept of the account, as it is read. */
export function streamExport(deps: AppDeps, c: Context<AppEnv>): Response {
  return c.newResponse(exportAccount(deps, c.get('userId')), 200, {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="espalier-data.zip"',
    'cache-control': 'no-store',
  })
}
