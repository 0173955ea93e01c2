import { maxVerifiedBytes, verificationShape } from '#contract/sharing/verify.ts'
import { verifyPicture } from '../../features/verify/verify-picture.ts'
import { networkOf } from '../guards/client-address.ts'
import { fileForm, jsonReply } from '../openapi/openapi-parts.ts'
import { receiveFile } from '../receive/receive-file.ts'
import { errorReply } from '../replies/error-reply.ts'
import { fileRoute } from './file-route.ts'

/** The file is in the folder for temporary files until it is answered, and is stored nowhere. */
export const verifyRoute = fileRoute(
  {
    call: 'POST /verify',
    caller: 'anyone',
    security: [],
    summary: 'Say what this installation knows of a picture',
    description:
      'Whether the file was made or brought in here, or is a copy of such a one that was encoded again, resized, or cropped by up to a fifth; and whether it is an approved proof. Without a word of its owner and its prompt. PNG, JPEG, WebP, AVIF or GIF, at most 30 MB and 50 megapixels.',
    body: fileForm,
    replies: { 200: jsonReply('What is known', verificationShape) },
  },
  (deps, c) => {
    const { admit, temporaryFiles } = deps.work.of(networkOf(c.get('address')), c.req.raw.signal)
    return temporaryFiles.with(async (file) => {
      const received = await receiveFile(c.req.raw, file, {
        mostBytes: maxVerifiedBytes,
        graceSeconds: deps.requestSeconds,
      })
      if (!received.ok) return errorReply(received.error)
      const verified = await verifyPicture(deps.system, { ...received.value, admit })
      return verified.ok ? c.json(verified.value) : errorReply(verified.error)
    })
  },
)
