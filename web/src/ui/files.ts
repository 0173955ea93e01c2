/** Long enough for the browser to have read the bytes, in milliseconds. */
const releaseMs = 60_000

/** Saves bytes as a file under this name, in the browser's download folder. */
export function saveFile(name: string, bytes: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), releaseMs)
}

/** Downloads an address under this file name. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/**
 * Opens the browser's own file dialog. Must be called in an event handler of a press. Null where nothing was chosen.
 */
export const chooseFile = async (accept: string): Promise<File | null> => (await choose(accept, 'one'))[0] ?? null

/** The same for any number of files; none where nothing was chosen. A phone offers its camera as well for pictures. */
export const chooseFiles = (accept: string): Promise<readonly File[]> => choose(accept, 'many')

function choose(accept: string, count: 'one' | 'many'): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.multiple = count === 'many'
    // Some browsers collect an element outside of the page before the dialog has ended.
    input.hidden = true
    document.body.append(input)
    const end = (files: readonly File[]) => {
      input.remove()
      resolve(files)
    }
    input.onchange = () => end([...(input.files ?? [])])
    input.oncancel = () => end([])
    input.click()
  })
}

/** The picture files among dropped or pasted data. A picture from the clipboard, which has no name of its own, gets this one. */
export function pictureFiles(transfer: Pick<DataTransfer, 'files'> | null, nameOfPasted: string): File[] {
  const files = [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  return files.map((file) =>
    file.name === '' || file.name === 'image.png' ? new File([file], nameOfPasted, { type: file.type }) : file,
  )
}

/** Whether a clipboard holds text of a person. A file system adds the names of the files, one on a line, as text. */
function holdsText(clipboard: Pick<DataTransfer, 'types' | 'files' | 'getData'>): boolean {
  if (!clipboard.types.includes('text/plain')) return false
  if (clipboard.types.includes('text/html') || clipboard.types.includes('text/rtf')) return true
  const names = new Set([...clipboard.files].map(({ name }) => name.normalize()))
  const lines = clipboard
    .getData('text/plain')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  // A name may come with its path.
  return !lines.every((line) => names.has(line.normalize().split(/[/\\]/).at(-1) ?? ''))
}

/** The pictures of a paste; none where text is pasted: a copied text may come with a picture of itself. */
export const pastedPictures = (
  clipboard: Pick<DataTransfer, 'types' | 'files' | 'getData'> | null,
  nameOfPasted: string,
): File[] => (clipboard && !holdsText(clipboard) ? pictureFiles(clipboard, nameOfPasted) : [])
