import type { Context } from 'hono'
import { largestUploadBytes } from '#contract/upload.ts'
import { setAvatar } from '../../features/profile/change-avatar.ts'
import { readAvatar } from '../../features/profile/read-avatar.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { receiveFile } from '../receive-file.ts'
import { sendFile } from '../send-file.ts'

/** PUT /api/profile/avatar: takes a picture in, as uploads are. */
export function takeAvatar(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('userId')
  const { admit, temporaryFiles } = deps.work.of(userId, c.req.raw.signal)
  return temporaryFiles.with(async (file) => {
    const limits = { mostBytes: largestUploadBytes, graceSeconds: deps.requestSeconds }
    const received = await receiveFile(c.req.raw, file, limits)
    if (!received.ok) return errorReply(received.error)
    const profile = await setAvatar(deps, { userId, path: received.value.path, admit })
    return profile.ok ? c.json(profile.value) : errorReply(profile.error)
  })
}

/** GET /api/profiles/{userId}/avatar/{name}: for whom it shows, for ever the same under its name. */
export async function serveAvatar(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('userId')
  if (c.req.param('userId') !== userId) return errorReply({ code: 'not-found' })
  const file = await readAvatar(deps, { userId, name: c.req.param('name') ?? '' })
  return file.ok ? sendFile(c, file.value) : errorReply(file.error)
}
