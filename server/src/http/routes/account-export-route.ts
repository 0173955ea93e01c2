import { noteActivity } from '../../features/account/activity.ts'
import { exportAccount } from '../../features/account/export-account.ts'
import { archiveRoom } from '../../features/images/signed-original.ts'
import { originOf } from '../guards/guards.ts'
import { reply } from '../openapi/openapi-parts.ts'
import { endingStream } from '../replies/ending-stream.ts'
import { fileRoute } from './file-route.ts'

/** Bytes of memory for a page of rows while it is read and written out. */
const exportBytes = 30_000_000

/** No GET, since it is recorded in the activity log, which another site could fill by opening the address. */
export const accountExportRoute = fileRoute(
  {
    call: 'POST /account/export',
    summary: 'All data of your account, as a zip: records as JSON, the ledger as CSV, every picture',
    replies: { 200: reply('The zip', 'application/zip') },
  },
  async (deps, c) => {
    const userId = c.get('userId')
    const place = await deps.work.exports.take({ owner: userId, weight: exportBytes, signal: c.req.raw.signal })
    try {
      await noteActivity(deps.db, { userId, kind: 'data-exported', origin: originOf(c) })
    } catch (error) {
      place.release()
      throw error
    }
    const ended = new AbortController()
    const room = archiveRoom(deps.work, userId, AbortSignal.any([c.req.raw.signal, ended.signal]))
    const release = () => {
      ended.abort()
      place.release()
    }
    return c.newResponse(endingStream(exportAccount({ ...deps, room }, userId), release), 200, {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="espalier-data.zip"',
      'cache-control': 'no-store',
    })
  },
)
