/** Long enough for the browser to have taken the bytes over, in milliseconds. */
const releaseMs = 60_000

/** Saves bytes as a file under this name, where the browser puts downloads. */
export function saveFile(name: string, bytes: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), releaseMs)
}

/** Has the browser save what an address answers, under this name. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
