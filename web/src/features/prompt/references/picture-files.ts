import { referenceTexts } from './texts.ts'

/** What the browser's file dialog offers. What a file really is, the server finds out. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp,image/avif,image/gif'

/** The picture files among what was dropped or pasted. A picture from the clipboard gets a name that people understand. */
export function pictureFiles(transfer: Pick<DataTransfer, 'files'> | null): File[] {
  const files = [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  return files.map((file) =>
    file.name === '' || file.name === 'image.png' ? new File([file], referenceTexts.pasted, { type: file.type }) : file,
  )
}
