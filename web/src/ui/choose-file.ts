/** Opens the browser's own dialog for a file. Must be called in the wake of a press. Null where nothing was chosen. */
export function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    // Some browsers forget an element that is nowhere in the page before the dialog has ended.
    input.hidden = true
    document.body.append(input)
    const end = (file: File | null) => {
      input.remove()
      resolve(file)
    }
    input.onchange = () => end(input.files?.[0] ?? null)
    input.oncancel = () => end(null)
    input.click()
  })
}
