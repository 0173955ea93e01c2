import type { Page } from 'playwright-core'

export type DroppedFile = { readonly name: string; readonly bytes: Buffer; readonly type?: string }

/** Drops files on the canvas, as from a folder. Files with the same bytes are sent to the page once. */
export async function dropOnCanvas(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const contents = [...new Set(files.map(({ bytes }) => bytes))]
  const data = await page.evaluateHandle(
    ([texts, named]) => {
      const transfer = new DataTransfer()
      const parts = texts.map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
      for (const { name, type, content } of named)
        transfer.items.add(new File([parts[content] ?? new Uint8Array()], name, { type }))
      return transfer
    },
    [
      contents.map((bytes) => bytes.toString('base64')),
      files.map(({ name, bytes, type = 'image/png' }) => ({ name, type, content: contents.indexOf(bytes) })),
    ] as const,
  )
  await page.locator('.canvas').dispatchEvent('drop', { dataTransfer: data, clientX: 700, clientY: 400 })
}
