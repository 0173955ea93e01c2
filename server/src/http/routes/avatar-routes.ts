import { z } from 'zod'
import { profileShape } from '#contract/account/profile.ts'
import { maxUploadBytes } from '#contract/cards/upload.ts'
import { uuid } from '#contract/text.ts'
import { setAvatar } from '../../features/profile/change-avatar.ts'
import { readAvatar } from '../../features/profile/read-avatar.ts'
import { fileForm, fileReplies, jsonReply } from '../openapi/openapi-parts.ts'
import { receiveFile } from '../receive/receive-file.ts'
import { errorReply } from '../replies/error-reply.ts'
import { sendFile } from '../replies/send-file.ts'
import { fileRoute } from './file-route.ts'

/** Receives a picture as uploads do. */
export const avatarUploadRoute = fileRoute(
  {
    call: 'PUT /profile/avatar',
    summary: 'Upload your profile picture',
    description: 'Accepts the same files as uploads; the center square is stored, 512 by 512.',
    body: fileForm,
    replies: { 200: jsonReply('The profile', profileShape) },
  },
  (deps, c) => {
    const userId = c.get('userId')
    const { admit, temporaryFiles } = deps.work.of(userId, c.req.raw.signal)
    return temporaryFiles.with(async (file) => {
      const limits = { mostBytes: maxUploadBytes, graceSeconds: deps.requestSeconds }
      const received = await receiveFile(c.req.raw, file, limits)
      if (!received.ok) return errorReply(received.error)
      const profile = await setAvatar(deps, { userId, path: received.value.path, admit })
      return profile.ok ? c.json(profile.value) : errorReply(profile.error)
    })
  },
)

/** The picture of the user alone, immutable under its name. */
export const avatarRoute = fileRoute(
  {
    call: 'GET /profiles/{userId}/avatar/{name}',
    summary: 'Your picture, as WebP',
    params: z.object({ userId: uuid, name: z.string() }),
    replies: fileReplies('image/webp'),
  },
  async (deps, c, { params }) => {
    const userId = c.get('userId')
    if (params.userId !== userId) return errorReply({ code: 'not-found' })
    const file = await readAvatar(deps, { userId, name: params.name })
    return file.ok ? sendFile(c, file.value) : errorReply(file.error)
  },
)
