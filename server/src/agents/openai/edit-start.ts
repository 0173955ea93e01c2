import { writeFile } from 'node:fs/promises'
import { failure, success } from '#domain/result.ts'
import { type BringFilesDeps, type BroughtFile, bringFiles } from '../../features/brought-in/bring-files.ts'
import type { Refusable } from '../../features/refusal.ts'
import { storeUpload } from '../../features/uploads/store-upload.ts'
import { AdmissionRefused } from '../../operations/admission.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { withCleanPicture } from '../../pictures/clean-picture.ts'
import { openPicture } from '../../pictures/inspect-picture.ts'
import type { AgentCall, AgentDeps } from '../agent-tool.ts'

/** The pictures of a request for an edit: the first is edited, the others are references. */
export type EditFiles = { readonly pictures: readonly BroughtFile[]; readonly mask: BroughtFile | null }

type EditCall = Omit<AgentCall, 'deps'> & { readonly deps: AgentDeps & BringFilesDeps }

const invalid = (field: string, message: string) =>
  failure({ code: 'invalid' as const, data: { issues: [{ path: [field], message }] } })

/** Stores a mask as this server has it: white where that of the request is transparent. @returns The id of its upload. */
async function storeMask({ deps, userId }: EditCall, path: string, work: OwnerWork): Refusable<string> {
  const { admit, temporaryFiles } = work
  const white = await withCleanPicture(path, admit, async ({ bytes }) => {
    const { hasAlpha } = await openPicture(bytes).metadata()
    if (!hasAlpha) return null
    return openPicture(bytes).extractChannel('alpha').toColourspace('b-w').negate().png().toBuffer()
  })
  if (!white.ok) return invalid('mask', white.error.message)
  const png = white.value
  if (png === null) return invalid('mask', 'Must be a PNG whose transparent pixels are those to change.')
  return temporaryFiles.with(async (file) => {
    if (!file.grow(png.byteLength)) throw new AdmissionRefused('owner')
    await writeFile(file.path, png, { mode: 0o600 })
    const stored = await storeUpload(deps, { userId, path: file.path, idempotency: null, admit })
    return stored.ok ? success(stored.value.id) : stored
  })
}

/**
 * Brings the picture of an edit in as a card of its own, from which the edit branches, and stores its mask and references as uploads.
 * @returns What the request for images starts from.
 */
export async function editStart(call: EditCall, { pictures, mask }: EditFiles, projectId: string) {
  const { deps, userId, signal } = call
  const work = deps.work.of(userId, signal)
  const [source, ...others] = pictures
  if (!source) return invalid('image', 'Must be a picture.')
  const maskUploadId = mask && (await storeMask(call, mask.path, work))
  if (maskUploadId && !maskUploadId.ok) return maskUploadId
  const imagePrompts: string[] = []
  for (const { path } of others) {
    const stored = await storeUpload(deps, { userId, path, idempotency: null, admit: work.admit })
    if (!stored.ok) return stored
    imagePrompts.push(stored.value.id)
  }
  const form = { asCards: 'one-each' as const }
  const brought = await bringFiles(deps, { userId, projectId, files: [source], form, idempotency: null, work })
  if (!brought.ok) return brought
  const [card] = brought.value.generations
  const image = card?.images[0]
  if (!card || !image) return invalid('image', brought.value.refused[0]?.message ?? 'Must be a picture.')
  return success({
    projectId,
    parentGenerationId: card.id,
    parentImageId: image.id,
    branchKind: 'edit' as const,
    edit: maskUploadId
      ? { operation: 'change' as const, maskUploadId: maskUploadId.value }
      : { operation: 'instruct' as const },
    ...(imagePrompts.length > 0 && { imagePrompts }),
  })
}
