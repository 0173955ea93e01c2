import { z } from 'zod'
import { uuid } from '#contract/text.ts'
import { readSheet } from '../../features/sheets/read-sheet.ts'
import { reply } from '../openapi/openapi-parts.ts'
import { errorReply } from '../replies/error-reply.ts'
import { sendFile } from '../replies/send-file.ts'
import { fileRoute } from './file-route.ts'

const sizes = { '32': 32, '64': 64 } as const

export const sheetRoute = fileRoute(
  {
    call: 'GET /sheets/{id}',
    scope: 'read',
    summary: 'A sheet of up to 400 thumbnails, 20 in a row, as JPEG',
    description:
      'The board contains the sheet and slot of each image: it is at the top left of the slot, in its ratio.',
    params: z.object({ id: uuid }),
    query: z.strictObject({ size: z.enum(['32', '64']).default('64') }),
    replies: { 200: reply('The sheet', 'image/jpeg'), 304: reply('Not modified') },
  },
  async (deps, c, { params, query }) => {
    const sheet = await readSheet(deps, { userId: c.get('userId'), sheetId: params.id, size: sizes[query.size] })
    return sheet.ok ? sendFile(c, sheet.value) : errorReply(sheet.error)
  },
)
