import type { ImageShape } from '#contract/cards/image.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure } from '#domain/result.ts'
import { findImage } from '#server/cards/find-image.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { changeImages } from './change-images.ts'
import { presentFound } from './feedback.ts'

/** Shows an image of the user that the safety filter hides, from now on and to all who see it. One that is not hidden stays as it is. */
export function showSensitiveImage(
  db: UserDatabase,
  { userId, imageId }: { readonly userId: UserId; readonly imageId: string },
): AsyncResult<ImageShape> {
  return refusableTransaction<ImageShape>(db, async (tx) => {
    const found = await findImage(tx, userId, imageId)
    if (!found) return failure({ code: 'not-found' })
    const { generationId, sensitive } = found.image
    if (sensitive === 'hidden')
      await changeImages(tx, { userId, generationId }, [{ imageId, set: { sensitive: 'shown' } }])
    return presentFound(tx, userId, imageId)
  })
}
