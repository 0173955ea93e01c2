import { writeFile } from 'node:fs/promises'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { type BringFilesDeps, type BroughtFile, storePictures } from '../../features/brought-in/bring-files.ts'
import { insertBroughtIn } from '../../features/brought-in/bring-in.ts'
import type { NewSource } from '../../features/generations/request-generation.ts'
import { storeUpload } from '../../features/uploads/store-upload.ts'
import { AdmissionRefused } from '../../operations/admission.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { withCleanPicture } from '../../pictures/clean-picture.ts'
import type { AgentCall, AgentDeps } from '../agent-tool.ts'
import type { ImagesStart } from './make-images.ts'

/** The pictures of a request for an edit: the first is edited, the others are references. */
export type EditFiles = { readonly pictures: readonly BroughtFile[]; readonly mask: BroughtFile | null }

type EditCall = Omit<AgentCall, 'deps'> & { readonly deps: AgentDeps & BringFilesDeps }

const invalid = (field: string, message: string) =>
  failure({ code: 'invalid' as const, data: { issues: [{ path: [field], message }] } })

/** Stores a mask as this server has it: white where that of the request is transparent. @returns The id of its upload. */
async function storeMask({ deps, userId }: EditCall, path: string, work: OwnerWork): AsyncResult<string> {
  const { admit, temporaryFiles } = work
  const white = await withCleanPicture(path, admit, async ({ bytes }, room) => {
    const { hasAlpha } = await room.openMask(bytes).metadata()
    if (!hasAlpha) return null
    return room.openMask(bytes).extractChannel('alpha').toColourspace('b-w').negate().png().toBuffer()
  })
  if (!white.ok) return invalid('mask', white.error.message)
  const png = white.value
  if (png === null) return invalid('mask', 'Must be a PNG whose transparent pixels are those to change.')
  return temporaryFiles.with(async (file) => {
    if (!file.grow(png.byteLength)) throw new AdmissionRefused('owner')
    await writeFile(file.path, png, { mode: 0o600 })
    const stored = await storeUpload(deps, { userId, path: file.path, idempotency: null, admit, kind: 'mask' })
    return stored.ok ? success(stored.value.id) : stored
  })
}

/**
 * Stores the pictures of an edit: its mask and references as uploads, and the first picture as one to bring in as a card of its own,
 * from which the edit branches. Nothing is on the canvas before the edit is; files that no edit names are removed after a while.
 * @returns What the request for images starts from.
 */
export async function editStart(
  call: EditCall,
  { pictures, mask }: EditFiles,
  projectId: string,
): AsyncResult<{ readonly start: ImagesStart; readonly source: NewSource }> {
  const { deps, userId, signal } = call
  const work = deps.work.of(userId, signal)
  const [first, ...others] = pictures
  if (!first) return invalid('image', 'Must be a picture.')
  const maskUploadId = mask && (await storeMask(call, mask.path, work))
  if (maskUploadId && !maskUploadId.ok) return maskUploadId
  const imagePrompts: string[] = []
  for (const { path } of others) {
    const stored = await storeUpload(deps, { userId, path, idempotency: null, admit: work.admit, kind: 'picture' })
    if (!stored.ok) return stored
    imagePrompts.push(stored.value.id)
  }
  const { images, refused } = await storePictures(deps, { files: [first], work, userId })
  const [image] = images
  if (!image) return invalid('image', refused[0]?.message ?? 'Must be a picture.')
  return success({
    start: {
      projectId,
      parentImageId: image.id,
      branchKind: 'edit',
      edit: maskUploadId ? { operation: 'change', maskUploadId: maskUploadId.value } : { operation: 'instruct' },
      ...(imagePrompts.length > 0 && { imagePrompts }),
    },
    source: {
      size: { width: image.width, height: image.height },
      async insert(tx) {
        const form = { asCards: 'one-each' as const }
        const inserted = await insertBroughtIn(tx, deps, { userId, projectId, form, images })
        return inserted.ok ? success(inserted.value.events) : inserted
      },
    },
  })
}
