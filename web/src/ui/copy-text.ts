import { showToast } from './toast.ts'

/** The messages for a successful copy and for one that the browser refused. */
type CopyTexts = { readonly done: string; readonly failed: { readonly title: string; readonly description: string } }

/** Writes to the clipboard, and shows the result. @param write Throws where the browser refuses. */
export async function copy(write: () => Promise<void>, { done, failed }: CopyTexts): Promise<void> {
  try {
    await write()
    showToast({ kind: 'success', title: done })
  } catch {
    showToast({ kind: 'error', ...failed })
  }
}

/** Copies a text to the clipboard, and shows the result. */
export const copyText = (text: string, texts: CopyTexts): Promise<void> =>
  copy(() => navigator.clipboard.writeText(text), texts)
