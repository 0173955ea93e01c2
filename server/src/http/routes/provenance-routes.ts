import { z } from 'zod'
import { uuid } from '#contract/text.ts'
import { signProvenance } from '#server/features/provenance/sign-provenance.ts'
import { reply } from '#server/http/openapi/openapi-parts.ts'
import { errorReply } from '#server/http/replies/error-reply.ts'
import { sendFile } from '#server/http/replies/send-file.ts'
import { fileRoute } from '#server/http/routes/file-route.ts'

/** Signed for each download. */
export const provenanceRoute = fileRoute(
  {
    call: 'GET /images/{id}/history',
    scope: 'read',
    summary: 'The picture with its signed provenance, as PNG',
    description:
      'Our record with that of every ancestor, the text `parameters` that other tools read, and signed C2PA claims with what it was made from.',
    params: z.object({ id: uuid }),
    replies: { 200: reply('The picture', 'image/png') },
  },
  async (deps, c, { params }) => {
    const userId = c.get('userId')
    const work = deps.work.of(userId, c.req.raw.signal)
    const signed = await signProvenance(deps, { userId, imageId: params.id, work })
    if (!signed.ok) return errorReply(signed.error)
    const signedReply = sendFile(c, signed.value)
    signedReply.headers.set('content-disposition', 'attachment; filename="generation-1.png"')
    signedReply.headers.set('cache-control', 'private, no-store')
    return signedReply
  },
)
