/**
 * Opens the browser's own file dialog. Must be called in an event handler of a press. Null where nothing was chosen.
 */
export function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    // Some browsers collect an element outside of the page before the dialog has ended.
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
