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
