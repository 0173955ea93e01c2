import type { CardFileRecord } from '#contract/board/project-file.ts'
import type { EditShape } from '#contract/cards/edit.ts'

type EditFile = CardFileRecord['edit']

/** The uploads that an edit of a file names: its mask as it was sent, and in its canonical form. */
export const masksOf = (edit: EditFile): string[] =>
  edit ? [edit.asked.maskUploadId, edit.record.maskId].flatMap((id) => id ?? []) : []

/** The edit with other ids of its masks. @param idOf undefined: the mask is left out. */
export function withMasks(edit: EditFile, idOf: (id: string) => string | undefined): EditFile {
  if (!edit) return null
  const { maskUploadId, ...asked } = edit.asked
  const sent = maskUploadId === undefined ? undefined : idOf(maskUploadId)
  const { maskId } = edit.record
  return {
    asked: sent === undefined ? asked : { ...asked, maskUploadId: sent },
    record: { ...edit.record, maskId: maskId === null ? null : (idOf(maskId) ?? null) },
  }
}

/** An edit as others may know it: without the mask, which is private. */
export type ShownEdit = Omit<EditShape, 'maskUploadId'>

export function withoutMask({ maskUploadId: _private, ...shown }: EditShape): ShownEdit {
  return shown
}

/** An edit as it is written into the file of its picture. Nothing where there is none. */
export const editInRecord = (edit: EditShape | null | undefined): { edit?: ShownEdit } =>
  edit ? { edit: withoutMask(edit) } : {}
