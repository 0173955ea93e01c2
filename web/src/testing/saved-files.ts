import { expect, onTestFinished, vi } from 'vitest'

/** A file that the page has saved. */
export type SavedFile = { readonly name: string; readonly text: string }

/**
 * Catches the files that the page saves in this test, instead of the browser's download folder.
 * @returns Waits until there are so many, and reads them.
 */
export function catchSavedFiles(): (count: number) => Promise<SavedFile[]> {
  const blobs = new Map<string, Blob>()
  const saved: { name: string; address: string }[] = []
  const make = URL.createObjectURL.bind(URL)
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((bytes) => {
    const address = make(bytes)
    if (bytes instanceof Blob) blobs.set(address, bytes)
    return address
  })
  const click = HTMLAnchorElement.prototype.click
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download === '') click.call(this)
    else saved.push({ name: this.download, address: this.href })
  })
  onTestFinished(() => {
    made.mockRestore()
    clicked.mockRestore()
  })
  return async (count) => {
    await expect.poll(() => saved.length).toBe(count)
    return Promise.all(
      saved.map(async ({ name, address }) => ({ name, text: (await blobs.get(address)?.text()) ?? address })),
    )
  }
}
