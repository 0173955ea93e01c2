import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { findImage } from '#server/cards/find-image.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { type LocalTools, ToolFailure } from '#server/providers/local/onnx/local-tools.ts'
import type { Querier } from '../../db/database.ts'
import type { Admit } from '../../operations/admission.ts'
import { withPictureRoom } from '../../operations/decoding-room.ts'
import type { Storage } from '../../storage/storage.ts'
import { type ImageFile, inMemory } from '../images/read-image-file.ts'

type FindSubjectDeps = { readonly db: Querier; readonly storage: Storage; readonly localTools: LocalTools }

export type SubjectRequest = {
  readonly userId: UserId
  readonly imageId: string
  /** A turn at the tools of this machine. */
  readonly turn: Admit
  /** Room in memory. */
  readonly admit: Admit
  readonly signal: AbortSignal
}

/** The longest side of the answer: the nets look at 1024 pixels, so a larger mask has no more detail. */
const longestSide = 1_024
/** A subject smaller than this share of the picture is none. */
const leastSubject = 0.002
const noSubject = 'No subject was found in the picture. Select it by hand.'

/** The reasons of a tool that pass by themselves. */
const passing: ReadonlySet<ToolFailure['reason']> = new Set(['crashed', 'resting', 'bug'])

/**
 * Finds the subject of a picture by the installed tool that cuts out: an 8-bit gray PNG in the picture's ratio, at most 1024 pixels a
 * side, white where the subject is. Takes some seconds; aborted with the signal. 422 with a sentence where no tool is installed.
 */
export async function findSubject(
  { db, storage, localTools }: FindSubjectDeps,
  { userId, imageId, turn, admit, signal }: SubjectRequest,
): AsyncResult<ImageFile> {
  const found = await findImage(db, userId, imageId)
  if (!found?.image.storageKey) return failure({ code: 'not-found' })
  const { storageKey, attempt } = found.image
  const state = await localTools.state('cut-out')
  if (state?.kind !== 'installed') {
    const ways = state ? `Install ${state.tool.name} under 'Models', 'On this machine'.` : ''
    return failure({ code: 'impossible', message: `Nothing here finds a subject yet. ${ways}`.trim() })
  }
  return turn(1, async () => {
    const picture = await storage.get(storageKey)
    if (!picture) return failure({ code: 'not-found' })
    try {
      const { png, share } = await localTools.run('cut-out', { picture }, { signal, onProgress: () => {} })
      if (share < leastSubject) return failure({ code: 'impossible', message: noSubject })
      const mask = await withPictureRoom(admit, { source: png, use: 'shrunk' }, (room) =>
        room
          .openMask(png)
          .extractChannel('alpha')
          .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
          .toColourspace('b-w')
          .png()
          .toBuffer(),
      )
      return success(inMemory(mask, 'image/png', `"${imageId}-${attempt}-subject-${state.tool.id}"`))
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error
      const code = passing.has(error.reason) ? 'unavailable' : 'impossible'
      return failure({ code, message: error.message })
    }
  })
}
