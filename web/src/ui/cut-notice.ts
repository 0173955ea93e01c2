import { showToast } from './toast.ts'

/** Counts the pasted characters beyond the limit of a field; the selected ones are replaced. At most 0: all have room. */
function excessOf(field: HTMLInputElement | HTMLTextAreaElement, pasted: string): number {
  const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  return field.value.length - replaced + pasted.length - field.maxLength
}

/** Says when a field cuts what is pasted into it: the browser does so without a word. Returns the stop. */
export function startCutNotices(): () => void {
  const look = ({ target, clipboardData, defaultPrevented }: ClipboardEvent) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    const pasted = clipboardData?.getData('text') ?? ''
    // -1: without a limit.
    if (defaultPrevented || !isField || target.maxLength < 0 || excessOf(target, pasted) <= 0) return
    showToast({
      kind: 'info',
      title: `Cut at ${target.maxLength.toLocaleString('en')} characters`,
      description: 'The end of what you pasted has no room in this field.',
    })
  }
  document.addEventListener('paste', look)
  return () => document.removeEventListener('paste', look)
}
