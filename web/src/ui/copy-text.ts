import { showToast } from './toast.ts'

/** What is said when something is on the clipboard, and when the browser did not let it there. */
type Said = { readonly done: string; readonly failed: { readonly title: string; readonly description: string } }

/** Puts something on the clipboard, and says whether it is there. @param write Throws where the browser refuses. */
export async function copy(write: () => Promise<void>, { done, failed }: Said): Promise<void> {
  try {
    await write()
    showToast({ kind: 'success', title: done })
  } catch {
    showToast({ kind: 'error', ...failed })
  }
}

/** Puts a text on the clipboard, and says whether it is there. */
export const copyText = (text: string, said: Said): Promise<void> =>
  copy(() => navigator.clipboard.writeText(text), said)
